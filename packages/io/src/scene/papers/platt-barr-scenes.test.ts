/** The scenes of PB88 in examples/platt-barr-1988: figures 13 to 20 within 5 % of the notes, sec. 8, and what each is there to show. */
import { readFileSync } from 'node:fs';
import { cornerJacobian, force, hexVolume, notices, totalMass, volume } from '@pliant/engine';
import { describe, expect, test, vi } from 'vitest';
import { buildScene } from '../build.ts';
import { parseScene } from '../file/parse.ts';
import { loadScene } from '../load.ts';
import type { Simulation } from '../simulation.ts';

vi.setConfig({ testTimeout: 120_000 }); // whole runs, on a machine that may be busy

const fileOf = (name: string): URL => new URL(`../../../../../examples/platt-barr-1988/${name}`, import.meta.url);
const build = (name: string, alter: (text: string) => string = (text) => text): Simulation =>
  buildScene(parseScene(alter(readFileSync(fileOf(`${name}.json`), 'utf8')), name), name);
const runTo = (simulation: Simulation, seconds: number): void =>
  simulation.step(Math.round((seconds - simulation.world.time) / simulation.world.h));
/** Runs on, and looks at something every `every` steps. */
function watch(simulation: Simulation, seconds: number, every: number, look: () => void): void {
  const steps = Math.round((seconds - simulation.world.time) / simulation.world.h);
  for (let n = 0; n < steps; n += every) {
    simulation.step(Math.min(every, steps - n));
    look();
  }
}
/** Contacts decide when nodes touch by a hair's breadth: the notes ask for 5 %. */
const near = (value: number, expected: number, part = 0.05): void =>
  expect(Math.abs(value / expected - 1), `${value} for ${expected}`).toBeLessThan(part);
const heights = (simulation: Simulation, body: string): number[] =>
  Array.from(
    { length: simulation.world.positions(body).length / 3 },
    (_, n) => simulation.world.positions(body)[3 * n + 1],
  );

test('figures 13 and 14: gelatin lifted along a path, held, dropped', () => {
  const simulation = build('gelatin');
  const { world } = simulation;
  const start = Float64Array.from(world.positions('gelatin'));
  const grip = [...start.keys()]
    .filter((i) => i % 3 === 1 && Math.abs(start[i] - 1) < 1e-9)
    .filter((i) => Math.abs(start[i - 1]) < 0.3 && Math.abs(start[i + 1]) < 0.3);
  expect(grip.length).toBe(9);
  watch(simulation, 1, 10, () => {
    const t = world.time;
    const height = 1 + (t < 1 ? t * t * (3 - 2 * t) : 1);
    for (const i of grip) expect(Math.abs(world.positions('gelatin')[i] - height)).toBeLessThan(1e-9);
  });
  runTo(simulation, 3);
  for (const i of grip) expect(Math.abs(world.positions('gelatin')[i] - 2)).toBeLessThan(1e-12);
  near(force(world, 'hand')[1] / (totalMass(world) * 9.81), 1.002, 0.02);
  near(2 - Math.min(...heights(simulation, 'gelatin')), 1.021, 0.01);
  expect(notices(world)[0]).toBe(
    'Constraint "rest" does not act on 9 nodes that "hand" holds: "reaction" takes one constraint for a point, and equations come first.',
  );
  let [least, low, deepest, rebound, landed] = [1, 9, 0, 0, false];
  watch(simulation, 5, 1, () => {
    const y = heights(simulation, 'gelatin');
    const [bottom, top] = [Math.min(...y), Math.max(...y)];
    least = Math.min(least, volume(world, 'gelatin'));
    deepest = Math.max(deepest, -bottom);
    landed ||= bottom < 0;
    if (landed) low = Math.min(low, top - bottom);
    if (landed) rebound = Math.max(rebound, bottom);
  });
  near(least, 0.812);
  near(low, 0.806);
  near(rebound, 0.338);
  near(deepest, 0.025);
  runTo(simulation, 8);
  // 1 - rho g H/(2 E), E = 8 s; of second order the metric gives way a little more
  near(Math.max(...heights(simulation, 'gelatin')), 1 - 9.81 / 800, 1e-3);
});

test('figure 15: a ball rests in a cushion at y = 1.2226', () => {
  const simulation = build('cushion');
  let [least, flattest, sharpest] = [2, 1, 1];
  watch(simulation, 6, 20, () => {
    least = Math.min(least, volume(simulation.world, 'cushion'));
    const { hexes } = simulation.world.body('cushion').mesh ?? {};
    const x = Float64Array.from(simulation.world.positions('cushion'));
    if (hexes)
      for (let k = 0; k < hexes.length; k++) {
        flattest = Math.min(flattest, hexVolume(x, hexes, Math.floor(k / 8)) / 0.015625);
        sharpest = Math.min(sharpest, cornerJacobian(x, hexes, Math.floor(k / 8), k % 8) / 0.015625);
      }
  });
  const [x, y, z] = simulation.world.positions('ball');
  expect(Math.abs(y - 1.2226)).toBeLessThan(0.01);
  expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(1e-3);
  near(least / 2, 0.952);
  // J of a cell is 0.48 at least: on average it is more, at corners less
  expect(flattest).toBeGreaterThan(0.48);
  expect(sharpest).toBeLessThan(0.48);
  expect(sharpest).toBeGreaterThan(0.4);
  near(volume(simulation.world, 'cushion') / 2, 0.991, 0.01);
});

describe('figure 16: clay', () => {
  const widths = (simulation: Simulation): number[] => {
    const x = simulation.world.positions('clay');
    return [0, 1, 2, 3, 4].map((layer) => {
      const across = [...Array(125).keys()].filter((n) => Math.floor(n / 5) % 5 === layer).map((n) => x[3 * n]);
      return Math.max(...across) - Math.min(...across);
    });
  };
  const dropped = (name: string, seconds: number, alter?: (text: string) => string) => {
    const simulation = build(name, alter);
    let [dip, rebound, landed] = [1, 0, false];
    watch(simulation, seconds, 2, () => {
      const bottom = Math.min(...heights(simulation, 'clay'));
      dip = Math.min(dip, volume(simulation.world, 'clay'));
      landed ||= bottom < 0;
      if (landed) rebound = Math.max(rebound, bottom);
    });
    const end = volume(simulation.world, 'clay');
    return { simulation, dip, rebound, end, height: Math.max(...heights(simulation, 'clay')) };
  };
  test('incompressible and moldable: it stays squashed and keeps its volume', () => {
    const { simulation, dip, rebound, end, height } = dropped('clay', 2);
    near(rebound, 0.01);
    [1.02, 1.14, 1.1, 1.04, 0.99].forEach((width, layer) => {
      near(widths(simulation)[layer], width, 0.01);
    });
    near(height, 0.91, 0.01);
    near(end, 0.9993, 1e-3);
    near(dip, 0.967, 0.01);
  });
  test('in the form of the paper it rebounds by 44 mm: reactions act on v, which is not the velocity', () => {
    const paper = (text: string): string =>
      text
        .replace('"omega": 400,\n        "integral": 0.05', '"form": "paper", "omega": 300')
        .replace('"sticky": 60', '"sticky": 60, "slide": "prescribed"'); // as in the notes
    const { rebound, end } = dropped('clay', 1.2, paper);
    near(rebound, 0.044);
    near(end, 0.9993, 1e-3);
  });
  test('softer, s = 10 Pa, it does not rebound, and is 1.24 m wide and 0.843 m high', () => {
    const { simulation, rebound, height } = dropped('clay', 2, (text) =>
      text.replace('"stiffness": 30', '"stiffness": 10'),
    );
    expect(rebound).toBeLessThan(1e-9);
    near(height, 0.843, 0.01);
    near(Math.max(...widths(simulation)), 1.24);
  });
  test('elastic alone it loses volume where it hits, and springs back', () => {
    const { dip, rebound } = dropped('clay-elastic', 1);
    near(dip, 0.883);
    expect(rebound).toBeGreaterThan(0.4);
  });
  test('moldable alone it stays squashed, and volume is lost for good', () => {
    const { end } = dropped('clay-moldable', 2);
    near(end, 0.947, 0.001); // with s = 200 Pa, as in the notes' run
  });
});

describe('figures 17 to 20: a block squashed by a ball', () => {
  /** How far the edge that was hit stays below the edge on the other side, and the least volume of a cell on the way. */
  const squashed = (name: string, alter?: (text: string) => string) => {
    const simulation = build(name, alter);
    const { world } = simulation;
    const start = Float64Array.from(world.positions('block'));
    const at = (x: number): number =>
      [...Array(start.length / 3).keys()].find((n) =>
        [x, 0.75, 0].every((e, k) => Math.abs(start[3 * n + k] - e) < 1e-9),
      ) as number;
    const [hit, other] = [at(0.75), at(-0.75)];
    const { hexes } = world.body('block').mesh as { hexes: Int32Array };
    const cells = [...Array(hexes.length / 8).keys()];
    const flattest = (): number => {
      const x = Float64Array.from(world.positions('block'));
      return Math.min(...cells.map((h) => hexVolume(x, hexes, h) / 0.015625));
    };
    let least = 1;
    watch(simulation, 3, 20, () => {
      least = Math.min(least, flattest());
    });
    const y = heights(simulation, 'block');
    return { dent: y[other] - y[hit], sunk: 0.75 - y[hit], least, end: flattest(), hash: world.hash() };
  };
  test('elastic: it takes its shape again', () => {
    const { dent, sunk, end } = squashed('squash-elastic');
    expect(Math.abs(dent)).toBeLessThan(0.003);
    // what is left is its own weight, rho g H^2/(2 E) = 3.4 mm and a fifth more as it spreads
    expect(sunk).toBeLessThan(0.0045);
    expect(end).toBeGreaterThan(0.98);
  });
  test('moldable: the dent stays', () => {
    const { dent, least, end } = squashed('squash-moldable');
    near(dent, 0.21);
    expect(least).toBeLessThan(0.3);
    expect(end).toBeLessThan(0.7);
  });
  test('no node is met by table and ball at once: it is the same whether one reaction acts on a point or all do', () => {
    const all = (text: string): string =>
      text.replaceAll('"kind": "reaction",', '"kind": "reaction", "acting": "all",');
    const [one, both] = [squashed('squash-moldable'), squashed('squash-moldable', all)];
    expect(both.dent).toBe(one.dent);
  });
});

test('taffy: pulled to 1.67 times its length and folded, it keeps its volume while it is pulled', () => {
  const simulation = build('taffy');
  runTo(simulation, 2.5);
  near(volume(simulation.world, 'taffy'), 0.108, 0.005);
  const [rest] = simulation.world.stateOf('taffy');
  expect(rest[6 * 12]).toBeGreaterThan(1.5); // its rest shape has followed
  runTo(simulation, 6);
  // folded, cells are warped: the metric takes them for larger than they are
  near(volume(simulation.world, 'taffy'), 0.108, 0.06);
});

test('a body like a fluid spreads, and keeps its volume', () => {
  const simulation = build('fluid');
  runTo(simulation, 3);
  expect(Math.max(...heights(simulation, 'batter'))).toBeLessThan(0.6);
  near(volume(simulation.world, 'batter'), 0.8, 0.002);
});

test('one drop under three methods: penalties give way, reactions and multipliers do not', () => {
  const simulation = build('three-methods');
  runTo(simulation, 3);
  const off = (id: string): number => simulation.probes.find((p) => p.id === `${id}-residual`)?.read()[0] ?? Number.NaN;
  expect(off('penalty')).toBeGreaterThan(0.006); // weight/k, with k of one node
  expect(off('reaction')).toBeLessThan(1e-12);
  expect(off('augmented')).toBeLessThan(0.1 * off('penalty'));
  runTo(simulation, 6);
  const low = (id: string): number => Math.min(...heights(simulation, id));
  expect(low('penalty')).toBeLessThan(-5e-4);
  expect(Math.abs(low('reaction'))).toBeLessThan(1e-6);
  expect(Math.abs(low('augmented'))).toBeLessThan(1e-6);
});

test('optimisation as motion: the least of x^2 + y^2 on a line; what contradicts itself is told', () => {
  const simulation = build('optimise');
  runTo(simulation, 20);
  const [x, y] = simulation.world.positions('point');
  expect(Math.abs(x - 0.5)).toBeLessThan(1e-8);
  expect(Math.abs(y - 0.5)).toBeLessThan(1e-8);
  expect(Math.abs(simulation.world.positions('torn')[0] - 0.5)).toBeLessThan(1e-8);
  expect(simulation.unmet.some((notice) => notice.includes('"zero" cannot be met'))).toBe(true);
});

test('gelatin on an anvil: no node is inside the model, which is not convex', async () => {
  const loaded = await loadScene(fileOf('anvil.json').pathname, async (path) => readFileSync(path));
  const simulation = buildScene(loaded.def, 'anvil', {}, loaded.assets);
  runTo(simulation, 3);
  const x = simulation.world.positions('gelatin');
  let deepest = 0;
  for (let i = 0; i < x.length; i += 3) {
    const [a, b, c] = [x[i], x[i + 1], x[i + 2]];
    const wide = Math.abs(c) < 0.5;
    if (wide && a > -0.6 && a < 0.6) deepest = Math.max(deepest, Math.min(0.3 - b, 0.6 - a, a + 0.6));
    if (wide && a > -0.6 && a < 0) deepest = Math.max(deepest, Math.min(0.7 - b, -a, a + 0.6));
  }
  expect(deepest).toBeLessThan(2e-3);
  expect(volume(simulation.world, 'gelatin')).toBeGreaterThan(0.2);
});

describe('what cannot be is refused', () => {
  const altered = (name: string, alter: (text: string) => string) => (): void => {
    buildScene(parseScene(alter(readFileSync(fileOf(`${name}.json`), 'utf8')), name), name);
  };
  test('a step over the bound, with the largest that would do', () => {
    expect(altered('gelatin', (text) => text.replace('"step": 0.002', '"step": 0.02'))).toThrow(
      'step — 0.02 s is over the largest stable step of body "gelatin" (hex-metric), 0.00601 s. Take half of that, 0.003 s,',
    );
  });
  test('two equations for one point under reaction', () => {
    const twice = (text: string): string =>
      text.replace(
        '"constraints": [',
        '"constraints": [{ "id": "other", "kind": "nail", "a": { "body": "gelatin", "nearest": [0, 1, 0] } },',
      );
    expect(altered('gelatin', twice)).toThrow(/belongs to "other" \(nail\) and "hand" \(nail\)/);
  });
  test('a cell that is inside out', () => {
    const flat = (text: string): string =>
      text.replace(
        /"mesh": \{[^}]*\}/s,
        '"mesh": { "kind": "cells", "positions": [[0,0,0],[1,0,0],[1,1,0],[0,1,0],[0,0,1],[1,0,1],[1,1,1],[0,1,1]], "cells": [[4,5,6,7,0,1,2,3]] }',
      );
    expect(altered('gelatin', flat)).toThrow(/bodies\[0\]\.mesh\.hexes\[0\] — the cell is inside out/);
  });
  test('an open model', async () => {
    const read = (scene: (text: string) => string, surface: (text: string) => string) => async (path: string) => {
      const text = readFileSync(path, 'utf8');
      return new TextEncoder().encode(path.endsWith('.obj') ? surface(text) : scene(text));
    };
    const same = (text: string): string => text;
    const tried = async (scene: (text: string) => string, surface: (text: string) => string): Promise<void> => {
      const loaded = await loadScene(fileOf('anvil.json').pathname, read(scene, surface));
      buildScene(loaded.def, 'anvil', {}, loaded.assets);
    };
    await expect(tried(same, (text) => text.replace(/f .*\n/, ''))).rejects.toThrow(
      /bodies\[1\]\.surface — it does not enclose a volume/,
    );
  });
});

test('points that start inside a model or a plane are pushed out slowly, with a notice', async () => {
  const lower = (text: string): string => text.replace('"centre": [-0.18, 0.97, 0]', '"centre": [-0.18, 0.9, 0]');
  const read = async (path: string): Promise<Uint8Array> => {
    const text = readFileSync(path, 'utf8');
    return new TextEncoder().encode(path.endsWith('.json') ? lower(text) : text);
  };
  const loaded = await loadScene(fileOf('anvil.json').pathname, read);
  const simulation = buildScene(loaded.def, 'anvil', {}, loaded.assets);
  expect(simulation.notices.map(({ path, message }) => `${path} — ${message}`)).toEqual([
    expect.stringMatching(
      /^constraints\[1\] — \d+ points start up to 0\.05 m on the wrong side and are pushed out slowly, within about 0\.55 s\. Move the body if this is not meant\.$/,
    ),
  ]);
  let fastest = 0;
  watch(simulation, 0.6, 5, () => {
    for (const v of simulation.world.velocities('gelatin')) fastest = Math.max(fastest, v);
  });
  expect(fastest).toBeLessThan(0.7); // thrown out, it would leave with 0.05 m omega/e = 1.1 m/s
});
