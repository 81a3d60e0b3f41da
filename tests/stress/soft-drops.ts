/**
 * Random drops of soft bodies, some with rigid ones: solids of tets and of cells, sheets, chains; integrators, heights, materials and steps follow from
 * the seed and the number.
 *
 * Demanded of every step: all numbers are finite; no node is below the floor or inside a rigid body, and no two faces of soft bodies cross, of one body
 * or of two (found without the detection of contacts); no contact solve raises the kinetic energy by more than 1e-12 of the energy at the start; the
 * step is solved; friction is at most mu times the push, but for 1e-9 of the momenta, in whole steps with one impulse; momentum changes by gravity and the impulses of the floor, to 1e-12, where velocities are those of the time. The total rises above that of the start by no
 * more than it rises from a low to a later high under the same scheme without contact, with the energy of the drop in vibrations of its nodes.
 */
import {
  type Body,
  block,
  box,
  chain,
  createWorld,
  grid,
  hexMesh,
  hexMetric,
  isRigid,
  kineticEnergy,
  linearMomentum,
  type Mesh,
  meshOfHexes,
  plane,
  potentialEnergy,
  rigid,
  tetSprings,
  totalMass,
  transformed,
  type World,
} from '../../packages/engine/src/index.ts';
import { Random } from '../support/random.ts';
import { cross, facesOf, outerNodes } from './crossing.ts';
import { frictionBeyond, impulseOfFloor } from './impulses.ts';
import { depthOf } from './inside.ts';

const seconds = 0.5;
const g = 9.81;
const gainTolerance = 1e-12;
/** of the energy at the start: schemes that lose energy show no rise at all */
const rounding = 1e-12;
const coulombTolerance = 1e-9;
const momentumTolerance = 1e-12;
const thickness = 3e-3;
/** m: what a step may be certified at, and rounded edges of boxes */
const deep = 1.3 * thickness;
/** v is that of the time of q, or half a step before */
const plainVelocities = ['euler-cromer', 'midpoint', 'rk2', 'rk4'];
/** schemes that let vibrations without damping grow, and damping of cells under them, s: their steps would be a hundred times shorter */
const growing = ['midpoint', 'rk2'];
const damping = 3e-3;
const schemes = [...plainVelocities, 'verlet', 'velocity-verlet', 'beeman'];
/** Two impulses in a step, along two normals: Coulomb's bound is not one of their sum. */
const twoImpulses = ['midpoint', 'rk2', 'rk4'];

export interface SoftOutcome {
  readonly words: string;
  readonly hash: string;
  readonly fault: string | undefined;
  /** the largest total of the run, what the scheme shows without contact, and what contact solves added in a step, of the energy at the start */
  readonly rise: number;
  readonly free: number;
  readonly gain: number;
}
interface Drop {
  readonly world: World;
  /** the same bodies without contact, whose nodes vibrate */
  readonly vibrating: World;
  readonly words: string;
  readonly integrator: string;
  readonly friction: number;
}
type Triple = [number, number, number];

/** The soft drop of a number, before its first step. */
export function softWorld(seed: number, number: number): Drop {
  const random = new Random(Math.imul(seed, 0x85ebca6b) ^ Math.imul(number + 1, 0x9e3779b1));
  const longest = 10 ** random.between(-3, -2.7);
  const integrator = schemes[random.below(schemes.length)];
  const friction = random.chance(0.2) ? 0 : random.between(0, 1.2);
  const restitution = random.chance(0.6) ? 0 : random.between(0, 1);
  const count = 1 + random.below(2);
  const makers: Maker[] = [];
  const kinds: string[] = [];
  const velocity = random.list(3, -1, 1) as Triple;
  velocity[1] -= 1.5;
  for (let k = 0; k < count; k++) {
    const kind = ['solid', 'cells', 'sheet', 'chain', 'rigid'][random.below(k === 0 ? 4 : 5)];
    kinds.push(kind);
    const at: Triple = [random.between(-0.03, 0.03), 0.17 + 0.3 * k, random.between(-0.03, 0.03)];
    makers.push(makerOf(kind, `${k}`, at, random, growing.includes(integrator)));
  }
  const stableUnder = (scheme: string): number => {
    const probe = createWorld({ step: longest, integrator: scheme });
    for (const make of makers) probe.add(make((nodes) => Array(3 * nodes).fill(0)));
    return probe.stableStep();
  };
  const stable = stableUnder('verlet');
  // 0 where every vibration grows
  const step = Math.min(longest, 0.4 * Math.min(stable, stableUnder(integrator) || stable));
  const thrown = (nodes: number): number[] => Array.from({ length: nodes }, () => velocity).flat();
  const world = createWorld({
    step,
    integrator,
    gravity: [0, -g, 0],
    contact: {
      friction,
      restitution,
      thickness,
      bodies: Object.fromEntries(kinds.flatMap((kind, k) => (kind === 'rigid' ? [] : [[k, { radius: 5e-3 }]]))),
    },
  });
  world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  for (const make of makers) world.add(make(thrown));
  const shaken = random.list(3 * 200, -1, 1);
  const vibrating = (factor: number): World => {
    const made = createWorld({ step, integrator, gravity: [0, 0, 0] });
    for (const make of makers) made.add(make((nodes) => shaken.slice(0, 3 * nodes).map((v) => factor * v)));
    return made;
  };
  const factor = Math.sqrt(energyOf(world) / kineticEnergy(vibrating(1)));
  const words = `${kinds.join(', ')}; ${integrator}, h ${step.toPrecision(3)}, mu ${friction.toPrecision(3)}, e ${restitution.toPrecision(3)}`;
  return { world, vibrating: vibrating(factor), words, integrator, friction };
}
/** A body, with velocities of its nodes; a rigid one has those of the first. */
type Maker = (velocities: (nodes: number) => number[]) => Body;
function makerOf(kind: string, id: string, at: Triple, random: Random, isDamped: boolean): Maker {
  const rotate = random.list(4, -1, 1) as [number, number, number, number];
  const placed = (mesh: Mesh): Mesh => transformed(mesh, { rotate, translate: at });
  const size: Triple = [random.between(0.1, 0.16), random.between(0.1, 0.16), random.between(0.1, 0.16)];
  const softness = 10 ** random.between(0, 0.7);
  const weight = 10 ** random.between(-1, 0.5);
  const nodes = ({ positions }: Mesh): number => positions.length / 3;
  if (kind === 'rigid') {
    const shape = { kind: 'box', size } as const;
    return (v) => rigid({ id, shape, mass: weight, position: at, rotate, velocity: v(1) as Triple });
  }
  if (kind === 'cells') {
    const cells = block({ size, cells: [2, 2, 2] });
    const mesh = hexMesh({ positions: placed(meshOfHexes(cells)).positions, hexes: cells.hexes });
    const count = mesh.positions.length / 3;
    const stiffness = 5e3 / softness;
    const viscosity = isDamped ? damping * stiffness : 0;
    return (v) => hexMetric(mesh, { id, density: 500, stiffness, viscosity, velocities: v(count) });
  }
  const springs = { id, form: 'spring', damping: 0.01 } as const;
  if (kind === 'solid') {
    const mesh = placed(box({ size, cells: [2, 2, 2] }));
    const stiffness = { stretch: 4e4 / softness, bulk: 4e4 / softness, damping: 5 };
    return (v) => tetSprings(mesh, { id, density: 500, ...stiffness, velocities: v(nodes(mesh)) });
  }
  if (kind === 'sheet') {
    const mesh = placed(grid({ size: [0.2, 0.2], cells: [5, 5], plane: 'xy' }));
    return (v) => tetSprings(mesh, { ...springs, mass: 2e-3, stretch: 60 / softness, velocities: v(nodes(mesh)) });
  }
  const mesh = placed(chain({ from: [-0.15, 0, 0], to: [0.15, 0, 0], nodes: 11 }));
  return (v) => tetSprings(mesh, { ...springs, mass: 5e-3, stretch: 150 / softness, velocities: v(nodes(mesh)) });
}
const energyOf = (world: World): number => kineticEnergy(world) + potentialEnergy(world);

export function softDrop(seed: number, number: number): SoftOutcome {
  const drop = softWorld(seed, number);
  const { world, vibrating, words } = drop;
  const steps = Math.ceil(seconds / world.h);
  const begins = energyOf(vibrating);
  let [free, least] = [0, begins];
  for (let k = 0; k < steps; k++) {
    vibrating.step();
    const energy = energyOf(vibrating);
    least = Math.min(least, energy);
    free = Math.max(free, (energy - least) / begins);
  }
  return { words, ...run(drop, steps, free), hash: world.hash() };
}
function run({ world, integrator, friction }: Drop, steps: number, free: number): Omit<SoftOutcome, 'words' | 'hash'> {
  const mass = totalMass(world);
  const start = energyOf(world);
  const soft = world.bodies.filter((body) => body.mesh && !isRigid(body));
  const rigids = world.bodies.filter(isRigid);
  const faces = facesOf(soft);
  let [rise, gain] = [0, 0];
  for (let k = 0; k < steps; k++) {
    const before = linearMomentum(world);
    world.step();
    const wrong = (what: string) => ({ fault: `${what} at t = ${world.time}`, rise, gain, free });
    const report = world.contactReport();
    const energy = energyOf(world);
    if (!Number.isFinite(energy)) return wrong(`the energy is ${energy}`);
    rise = Math.max(rise, energy / start - 1);
    gain = Math.max(gain, report.addedEnergy / start);
    if (!report.converged) return wrong(`not solved: residual ${report.residual}, error ${report.error} m`);
    if (gain > gainTolerance) return wrong(`a solve adds ${report.addedEnergy} J of ${start}`);
    if (rise > free + rounding) return wrong(`the total rises by ${rise}, without contact by ${free}`);
    // what nodes have in their way, and what a step of gravity adds
    const momenta = mass * (Math.sqrt((2 * start) / mass) + g * world.h);
    const isWhole = !report.halvings && !twoImpulses.includes(integrator);
    const beyond = !isWhole ? 0 : frictionBeyond(world, friction);
    if (beyond > coulombTolerance * momenta) return wrong(`friction is ${beyond} N s of ${momenta} above its bound`);
    if (plainVelocities.includes(integrator)) {
      const [after, floor] = [linearMomentum(world), impulseOfFloor(world)];
      const lost = Math.hypot(
        ...[0, 1, 2].map((a) => after[a] - before[a] - floor[a] + (a === 1 ? mass * g * world.h : 0)),
      );
      const size = momenta + Math.hypot(...floor);
      if (lost > momentumTolerance * size) return wrong(`${lost} N s of ${size} come from nowhere`);
    }
    for (const { id, mesh, nodeCount } of soft) {
      const x = world.positions(id);
      for (const node of outerNodes(mesh as Mesh, nodeCount)) {
        const i = 3 * node;
        if (x[i + 1] < -1e-9) return wrong(`a node is ${-x[i + 1]} m below the floor`);
        for (const body of rigids) {
          const depth = depthOf(body, world.coordinates(body.id), [x[i], x[i + 1], x[i + 2]]);
          if (depth > deep) return wrong(`a node is ${depth} m deep in a body`);
        }
      }
    }
    if (k % 2 === 0 && cross(world, soft, faces)) return wrong('two faces cross');
  }
  return { fault: undefined, rise, gain, free };
}
