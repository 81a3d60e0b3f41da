/**
 * The same scenes in other engines, each at its default and at its best setting for accuracy: what a frame of 1/60 s costs, how far
 * pins come apart, and how far the result is from the exact one. benchmarks/peers has the engines and is installed for this alone.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Row, type Times, told } from '../../harness.ts';
import { beam, sagOfBeam } from '../../peers/beam.ts';
import {
  frameSeconds,
  largestGap,
  type Peer,
  type PeerScene,
  placeWidth,
  type SceneName,
  type Setting,
} from '../../peers/scene.ts';
import {
  asideInStack,
  bridge,
  chain,
  cubes,
  deepestInPile,
  deepestInStack,
  exactBridgeSag,
  type Pile,
  pile,
  sagOf,
  sagOfBridge,
  stack,
} from '../../peers/scenes.ts';
import { ours } from './ours.ts';

const installed = existsSync(fileURLToPath(new URL('../../peers/node_modules', import.meta.url)));
const missing = 'other engines are not installed; run npm ci --prefix benchmarks/peers.';
/** Not part of what is checked with the workspace, as its packages are not there. */
const enginesFile = new URL('../../peers/engines/index.ts', import.meta.url).href;
const pilesFile = new URL('../../peers/pile.ts', import.meta.url).href;

/** What is written down of a run that has flown apart. */
export const diverged = 1e9;
/** The same of one whose process has broken off, or took too long. */
export const brokenOff = 2e9;
const broken: Times = { frame: brokenOff, gap: brokenOff, error: brokenOff, end: brokenOff };
const limitSeconds = 300;
const framesATime = 5;

interface Comparison {
  readonly name: SceneName;
  scene(): PeerScene;
  readonly seconds: number;
  /** how far apart what is held together is, m; if not given, of pins */
  gap?(places: Float64Array): number;
  /** relative to the exact result, at the end */
  error(places: Float64Array, scene: PeerScene): number;
}
/** Of springs alone, at rest: our own result, with steps of 1/300 and of 1/1200 s the same to four digits. */
const exactSag = 0.04422;
/** Of the tets, at rest: our own result, with steps of 1/1440 and of 1/4800 s the same to four digits. */
const exactBeamSag = 0.06253;
export const comparisons: readonly Comparison[] = [
  { name: 'cubes', scene: cubes, seconds: 2, error: (places, scene) => sagOf(places, scene) / exactSag - 1 },
  {
    ...{ name: 'chain', scene: chain, seconds: 3 },
    // ten metres of links, and half a box: the end may come nearer, but never farther
    error: (places) => {
      const [x, y, z] = places.subarray(places.length - placeWidth);
      return Math.max(0, Math.hypot(x, y, z) / 10.15 - 1);
    },
  },
  { name: 'bridge', scene: bridge, seconds: 5, error: (places) => sagOfBridge(places) / exactBridgeSag() - 1 },
  {
    ...{ name: 'beam', scene: beam, seconds: 6, gap: (places) => (places.every(Number.isFinite) ? 0 : Number.NaN) },
    error: (places, scene) => sagOfBeam(places, scene) / exactBeamSag - 1,
  },
  // of an edge
  {
    ...{ name: 'stack', scene: stack, seconds: 5, gap: deepestInStack },
    error: (places) => asideInStack(places) / 0.2,
  },
];

const engines = ['pliant', 'jolt', 'rapier', 'bullet', 'mujoco', 'cannon'] as const;
const settings = ['default', 'best'] as const;

async function peerOf(name: string): Promise<Peer> {
  if (name === 'pliant') return ours;
  const { peers } = (await import(enginesFile)) as { peers: Readonly<Record<string, () => Promise<Peer>>> };
  return peers[name]();
}
export const settingOf = (peer: Peer, scene: SceneName, which: (typeof settings)[number]): Setting =>
  which === 'best' ? peer.best[scene] : (peer.usual?.[scene] ?? {});

function row(
  { name, scene, seconds, error, gap: gapOf }: Comparison,
  engine: string,
  which: (typeof settings)[number],
): Row {
  return {
    name: `peers-${name}-${engine}-${which}`,
    what: `${name} in ${engine}, ${which}`,
    ...{ broken, limitSeconds },
    missing: engine === 'pliant' || installed ? undefined : missing,
    scores: [
      { target: told('ms a frame'), of: ({ frame }) => frame },
      { name: 'gap', target: told('m apart'), of: ({ gap }) => gap },
      { name: 'error', target: told('off the exact result'), of: (times) => times.error },
    ],
    async measure(): Promise<Times> {
      const peer = await peerOf(engine);
      const made = scene();
      const places = new Float64Array(placeWidth * made.bodies.length);
      const running = await peer.build(made, settingOf(peer, name, which));
      let [gap, frame] = [0, Number.POSITIVE_INFINITY];
      for (let f = 0; f < 60 * seconds; f += framesATime) {
        const before = process.cpuUsage();
        for (let i = 0; i < framesATime; i++) running.frame();
        const { user, system } = process.cpuUsage(before);
        frame = Math.min(frame, (user + system) / 1e3 / framesATime);
        running.read(places);
        gap = Math.max(gap, gapOf ? gapOf(places) : largestGap(made, places));
        if (!(gap < 1e3)) return { frame, gap: diverged, error: diverged };
      }
      return { frame, gap, error: error(places, made) };
    },
  };
}

/** Spheres, seconds, and steps of a frame: of what most programs take, and of more. */
const pileOf = {
  count: 64,
  seconds: 2,
  steps: { default: 1, best: 8 },
  tolerance: { default: 1e-3, best: 1e-5 },
} as const;
const pileEngines = ['pliant', 'jolt', 'rapier'] as const;

/** As in peers/pile.ts, which is not checked here either. */
type MakePile = (
  scene: Pile,
  step: number,
  tolerance: number,
) => Promise<{ step(): void; read(places: Float64Array): void }>;

/** Frames while spheres fall cost less than those in which they land and settle: the mean is told. */
function pileRow(engine: (typeof pileEngines)[number], which: (typeof settings)[number]): Row {
  return {
    name: `peers-pile-${engine}-${which}`,
    what: `${pileOf.count} spheres that settle in ${engine}, ${which}`,
    ...{ broken, limitSeconds },
    missing: installed ? undefined : missing,
    scores: [
      { target: told('ms a frame'), of: ({ frame }) => frame },
      { name: 'gap', target: told('m deep'), of: ({ gap }) => gap },
      { name: 'error', target: told('of a sphere deep at the end'), of: ({ end }) => end / 0.1 },
    ],
    async measure(): Promise<Times> {
      const { piles } = (await import(pilesFile)) as { piles: Readonly<Record<string, MakePile>> };
      const scene = pile(pileOf.count);
      const steps = pileOf.steps[which];
      const running = await piles[engine](scene, frameSeconds / steps, pileOf.tolerance[which]);
      const places = new Float64Array(placeWidth * pileOf.count);
      let [gap, end, total] = [0, 0, 0];
      for (let f = 0; f < 60 * pileOf.seconds; f++) {
        const before = process.cpuUsage();
        for (let i = 0; i < steps; i++) running.step();
        const { user, system } = process.cpuUsage(before);
        total += (user + system) / 1e3;
        running.read(places);
        end = deepestInPile(scene, places);
        gap = Math.max(gap, end);
      }
      return { frame: total / 60 / pileOf.seconds, gap, end };
    },
  };
}

export const rows: readonly Row[] = [
  ...comparisons.flatMap((comparison) =>
    engines.flatMap((engine) => settings.map((which) => row(comparison, engine, which))),
  ),
  ...pileEngines.flatMap((engine) => settings.map((which) => pileRow(engine, which))),
];
