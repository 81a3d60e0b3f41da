/**
 * Random drops onto a plane: a body of bricks of some shape, size, material, height, speed and spin, under `reaction`.   [PB88, sec. 4, 6]
 *
 * Everything follows from the number of a drop and the seed, so that a drop can be run again alone. The step is up to half of the
 * largest stable one at rest, as the body's page advises, and the body hits the plane with up to 0.4 of its wave speed: beyond that
 * its cells go flat, whatever the step. It is stiff enough to carry twice its own weight, which a load that comes at once amounts to.
 */
import {
  above,
  augmented,
  block,
  createWorld,
  DivergenceError,
  type HexMesh,
  hexMesh,
  hexMetric,
  incompressible,
  kineticEnergy,
  node,
  plane,
  potentialEnergy,
  reaction,
  type World,
} from '../../packages/engine/src/index.ts';
import { Random } from '../support/random.ts';

/** Of the step, in parts of the largest stable one at rest. */
const mostOfStep = 0.5;
/** With volumes kept by multipliers, whose omega is 0.2/h, and at least twice that of the fastest elastic mode, as the notes ask for. */
const mostWithVolume = 0.07;
/** Of the speed at which it hits, in parts of the speed of waves. */
const mostOfWaveSpeed = 0.4;
/**
 * Energy, kinetic and elastic and height over the plane, may be above its start by no more than the work of the constraints, from
 * the forces that they report, and this part of it: under Euler-Cromer and Verlet the energy of a mode that is resolved by a few steps
 * oscillates about what they keep.
 */
export const balanceTolerance = 0.05;
/**
 * And by no more than the same part, and this times c/(omega L), with the speed of waves c and the shortest edge L. A reaction moves its node along a curve
 * of its own whatever pulls at it, down by v/(e omega) while its neighbours come on, and up again under their push, at most v sqrt(k m/2)
 * with the stiffness k = 8 s L of a cell and half of its mass m. If all of it were in step, this would be sqrt 2/e c/(omega L) of the
 * energy m v^2/2 in a landing; what is seen is less than a tenth of that.
 *
 * Kept volumes have no tolerance of their own. Under F = -(lam + k C + c Cdot) grad C with lam' = kappa C the work on the body is, by parts,
 *
 *   -k C^2/2 - lam C + integral of (kappa C^2 - c Cdot^2) dt,      k = w^2/N,  c = 2 w/N,  kappa = 0.05 w^3/N,  w = 0.2/h,
 *
 * so that an oscillation of frequency n is fed by (kappa - c n^2) |C|^2/2 on average. C is what the stabilisation gives way by, F/k for a
 * reaction F, and F^2 N <= 2 n^2 E for the energy E of a single cell: E'/E <= (0.05 - 2 y) y w with y = (n/w)^2, 3.1e-4 w at most, at
 * n = 0.11 w. That is 0.015 to 0.17 in half a second for the steps of these drops, less what viscosity takes; of 150 none grew by 2 %.
 */
export const riseTolerance = 0.1;
/** A node sinks in by v/(e omega) (1 + omega h) at most, with v the largest speed so far; a tenth more is let be. */
const depthTolerance = 1.1;
const g = 9.81;
const seconds = 0.5;

export interface Drop {
  readonly mesh: HexMesh;
  readonly options: Parameters<typeof hexMetric>[1];
  readonly step: number;
  readonly omega: number;
  readonly sticky: number | undefined;
  readonly keepsVolume: boolean;
  readonly integrator: 'euler-cromer' | 'verlet' | 'velocity-verlet';
  /** c/(omega L) */
  readonly slowness: number;
  readonly words: string;
}

export function makeDrop(seed: number, number: number): Drop {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const cells = [1, 1, 1].map(() => 1 + random.below(3)) as [number, number, number];
  const lengths = [0, 1, 2].map(() => random.between(0.1, 0.3));
  const shape = random.pick(['box', 'slanted', 'any'] as const);
  const straight = block({ size: lengths.map((L, k) => L * cells[k]) as [number, number, number], cells });
  const x = shaped(straight.positions, shape, Math.min(...lengths), random);
  turn(x, random);
  const density = 10 ** random.between(-0.3, 3);
  // s h^2 + l h = rho L^2/8 at the largest step; a part of it is viscosity
  const shortest = 0.8 * Math.min(...lengths);
  const keepsVolume = random.chance(0.2);
  const part = keepsVolume ? random.between(0.02, mostWithVolume) : random.between(0.1, mostOfStep);
  const viscous = random.between(0.1, 0.8);
  // cells press back with up to 4 s L^2 2/(3 sqrt 3), at 1/sqrt 3 of their height: it carries twice its weight if s > 1.3 rho g H
  const size = Math.hypot(...lengths.map((L, k) => L * cells[k]));
  const carries = shortest * Math.sqrt((1 - viscous) / (8 * 1.3 * g * size));
  const step = Math.min(10 ** random.between(-3.3, -2.3), part * carries);
  const largest = step / part;
  const room = (density * shortest * shortest) / 8;
  const stiffness = ((1 - viscous) * room) / (largest * largest);
  const viscosity = (viscous * room) / largest;
  const waves = Math.sqrt((8 * stiffness) / density);
  const speed = random.between(0, Math.min(5, mostOfWaveSpeed * waves));
  const downward = speed * random.next();
  const height = Math.max(1e-6, (speed * speed - downward * downward) / (2 * g));
  const spin = random.list(3, -1, 1).map((e) => e * Math.min(10, (0.2 * waves) / Math.max(...lengths)));
  const low = x.reduce((least, e, i) => (i % 3 === 1 ? Math.min(least, e) : least), Infinity);
  for (let i = 1; i < x.length; i += 3) x[i] += height - low;
  const centre = [0, 0, 0];
  for (let i = 0; i < x.length; i++) centre[i % 3] += (3 * x[i]) / x.length;
  const velocities = Float64Array.from(x, (_, i) => {
    const [a, b] = [(i + 1) % 3, (i + 2) % 3];
    const at = i - (i % 3);
    const turning = spin[a] * (x[at + b] - centre[b]) - spin[b] * (x[at + a] - centre[a]);
    return turning - (i % 3 === 1 ? downward : 0);
  });
  const molding = random.chance(0.3)
    ? { yield: 10 ** random.between(-4, -1), rate: 10 ** random.between(1, 4), deviatoric: random.chance(0.5) }
    : undefined;
  const hourglass = random.between(0.05, 0.3);
  const omega = random.between(0.1, 0.2) / step;
  const sticky = random.chance(0.5) ? random.between(1, 60) : undefined;
  const integrator = random.pick(['euler-cromer', 'verlet', 'velocity-verlet'] as const);
  const words = `${shape} of ${cells.join(' x ')} cells, ${density.toPrecision(3)} kg/m^3, s ${stiffness.toPrecision(3)} Pa, l ${viscosity.toPrecision(3)} Pa s, from ${height.toPrecision(3)} m at ${downward.toPrecision(3)} m/s, ${integrator}, h ${step.toPrecision(3)} s${molding ? ', moldable' : ''}${keepsVolume ? ', its volume kept' : ''}`;
  return {
    mesh: hexMesh({ positions: x, hexes: straight.hexes }),
    options: { id: 'it', density, stiffness, viscosity, hourglass, velocities, ...(molding ? { molding } : {}) },
    step,
    omega,
    sticky,
    keepsVolume,
    integrator,
    slowness: waves / (omega * shortest),
    words,
  };
}

function shaped(positions: Float64Array, shape: 'box' | 'slanted' | 'any', L: number, random: Random): Float64Array {
  const [a, b] = [random.between(-0.3, 0.3), random.between(-0.3, 0.3)];
  return Float64Array.from(positions, (e, i) => {
    if (shape === 'box') return e;
    if (shape === 'slanted') return i % 3 === 0 ? e + a * positions[i + 1] + b * positions[i + 2] : e;
    return e + random.between(-0.08, 0.08) * L;
  });
}
/** By a random rotation: a unit quaternion. */
function turn(x: Float64Array, random: Random): void {
  const q = random.list(4, -1, 1);
  const size = Math.sqrt(q.reduce((sum, e) => sum + e * e, 0)) || 1;
  const [w, i, j, k] = q.map((e) => e / size);
  for (let n = 0; n < x.length; n += 3) {
    const [a, b, c] = [x[n], x[n + 1], x[n + 2]];
    const [ta, tb, tc] = [2 * (j * c - k * b), 2 * (k * a - i * c), 2 * (i * b - j * a)];
    x[n] = a + w * ta + (j * tc - k * tb);
    x[n + 1] = b + w * tb + (k * ta - i * tc);
    x[n + 2] = c + w * tc + (i * tb - j * ta);
  }
}

export function worldOf({ mesh, options, step, omega, sticky, keepsVolume, integrator }: Drop): World {
  const world = createWorld({ step, integrator, gravity: [0, -g, 0] });
  const it = world.add(hexMetric(mesh, options));
  const floor = world.add(plane({ id: 'floor', normal: [0, 1, 0] }));
  const nodes = Array.from({ length: it.nodeCount }, (_, n) => node(it, n));
  world.constrain(above(nodes, floor), { id: 'rest', method: reaction({ omega, ...(sticky ? { sticky } : {}) }) });
  if (keepsVolume) world.constrain(incompressible(it), { id: 'volume', method: augmented({ omega: 0.2 / step }) });
  return world;
}

export interface Outcome {
  /** what is wrong, if anything is */
  readonly fault: string | undefined;
  /** largest, in parts of what is allowed */
  readonly depth: number;
  /** energy above the start, in parts of it, and in parts of what is allowed */
  readonly energy: number;
  readonly rise: number;
  /** what the work of constraints does not explain, in parts of the start */
  readonly unexplained: number;
  readonly hash: string;
}

export function run(drop: Drop): Outcome {
  const world = worldOf(drop);
  const steps = Math.round(seconds / drop.step);
  const every = Math.max(1, Math.floor(steps / 50));
  const energyOf = (): number => kineticEnergy(world) + potentialEnergy(world);
  const start = energyOf(); // heights count from the plane: nothing is below zero
  const sinks = (depthTolerance * (1 + drop.omega * drop.step)) / (Math.E * drop.omega);
  const work = new Work(world, drop);
  const allowedRise = balanceTolerance + riseTolerance * drop.slowness;
  let [speed, depth, most, unexplained] = [0, 0, 0, 0];
  const done = (fault?: string): Outcome => ({
    fault,
    depth,
    energy: most,
    rise: most / allowedRise,
    unexplained,
    hash: world.hash(),
  });
  try {
    for (let n = 0; n < steps; n++) {
      world.step();
      const [x, v] = [world.positions('it'), world.velocities('it')];
      for (let i = 1; i < x.length; i += 3) {
        if (!Number.isFinite(x[i - 1] + x[i] + x[i + 1]))
          return done(`NaN at t = ${world.time} s, node ${(i - 1) / 3}`);
        speed = Math.max(speed, -v[i]);
        const allowed = sinks * speed + 2 * g * drop.step * drop.step;
        depth = Math.max(depth, -x[i] / allowed);
        if (-x[i] > allowed)
          return done(
            `through the plane: ${-x[i]} m at t = ${world.time} s, node ${(i - 1) / 3}; ${allowed} m is allowed`,
          );
      }
      work.add(x);
      if (n % every > 0 && n < steps - 1) continue;
      const energy = energyOf() / start - 1;
      most = Math.max(most, energy);
      unexplained = Math.max(unexplained, energy - work.sum / start);
      if (most > allowedRise)
        return done(`its energy grew by ${most} of it at t = ${world.time} s; ${allowedRise} is allowed`);
      if (unexplained > balanceTolerance)
        return done(`its energy grew by ${unexplained} of it at t = ${world.time} s, beyond the work of constraints`);
    }
  } catch (error) {
    return done(error instanceof DivergenceError ? error.message : String(error));
  }
  return done();
}

/** The work of the plane and of what keeps volumes: forces of t times half of the way from t - h to t + h. */
class Work {
  sum = 0;
  #x: Float64Array;
  #before: Float64Array;
  readonly #hexes: Int32Array;

  constructor(
    private readonly world: World,
    private readonly drop: Drop,
  ) {
    this.#x = Float64Array.from(world.positions('it'));
    this.#before = this.#x.slice();
    this.#hexes = drop.mesh.hexes;
  }
  /** After a step that led to x. */
  add(x: ArrayLike<number>): void {
    let touches = false;
    for (let i = 1; i < x.length; i += 3) if (this.#x[i] < 1e-6) touches = true;
    if (touches) this.#count(this.world.forces('rest'), x, (m) => m);
    if (this.drop.keepsVolume) this.#count(this.world.forces('volume'), x, (m, k) => this.#hexes[8 * m + k]);
    [this.#before, this.#x] = [this.#x, this.#before];
    this.#x.set(x);
  }
  #count(forces: readonly number[][][], x: ArrayLike<number>, nodeOf: (m: number, k: number) => number): void {
    for (let m = 0; m < forces.length; m++)
      for (let k = 0; k < forces[m].length; k++) {
        const i = 3 * nodeOf(m, k);
        for (let axis = 0; axis < 3; axis++)
          this.sum += 0.5 * forces[m][k][axis] * (x[i + axis] - this.#before[i + axis]);
      }
  }
}
