import { describe, expect, test } from 'vitest';
import { solveDense } from '../../../../../tests/support/dense.ts';
import { Random } from '../../../../../tests/support/random.ts';
import type { Body } from '../../bodies/body.ts';
import { particles } from '../../bodies/particles.ts';
import { tetSprings } from '../../bodies/tet/tet-springs.ts';
import { integrators } from '../../integrators/index.ts';
import { box } from '../../meshes/box.ts';
import { chain } from '../../meshes/chain.ts';
import { State } from '../../state/state.ts';
import { Program } from '../program.ts';
import type { ImplicitBodies } from './implicit-solve.ts';

const implicit = 'implicit-euler';
interface Made {
  readonly program: Program;
  readonly state: State;
  readonly solver: ImplicitBodies;
}
function programOf(h: number, bodies: readonly Body[]): Made {
  const state = new State(h);
  const residents = bodies.map((body) => ({
    body,
    integrator: integrators[(body.integrator as string | undefined) ?? implicit],
    fresh: true,
  }));
  const program = new Program(residents, [], state);
  program.setExternal([0, 0, 0], [], []);
  return { program, state, solver: program.implicit as ImplicitBodies };
}
function predict({ program }: Made): void {
  program.forces(0, true);
  program.advance(0);
}
/** What a unit force on a coordinate does to p, as a part of h^2/m. */
function response({ state, solver }: Made, coordinate: number, mass: number): Float64Array {
  const [body] = solver.compliances;
  const f = new Float64Array(body.size);
  const out = new Float64Array(body.size);
  f[coordinate] = mass / (state.h * state.h);
  body.apply(f, out);
  return out;
}

describe('a chain of 10, m = 0.1, k = 1e4, h = 0.01 [GBT06 notes, T10]', () => {
  const [m, k, h] = [0.1, 1e4, 0.01];
  const made = programOf(h, [
    tetSprings(chain({ from: [0, 0, 0], to: [9, 0, 0], nodes: 10 }), { form: 'spring', stretch: k, mass: m }),
  ]);
  predict(made);
  /** S/m is tridiagonal: 1 + a, 1 + 2a ... on the diagonal, -a beside it; the pivots from the far end. */
  const a = (h * h * k) / m;
  let pivot = 1 + a;
  for (let i = 1; i < 9; i++) pivot = 1 + 2 * a - (a * a) / pivot;
  const end = 1 / (1 + a - (a * a) / pivot);

  test('c = h^2/m inside the solve leaves 72.9 % of the gap at its end', () => {
    const out = response(made, 0, m);
    expect(out[0]).toBeCloseTo(end, 12);
    expect(1 - out[0]).toBeCloseTo(0.729, 2);
    // all of the chain comes along, and the impulse is that of the force: the sum is that of one free mass
    let sum = 0;
    for (let i = 0; i < 30; i += 3) sum += out[i];
    expect(sum).toBeCloseTo(1, 14);
    expect(out[27]).toBeGreaterThan(0.01);
  });
  test('across itself a chain at rest length has no stiffness: there c = h^2/m', () => {
    const out = response(made, 1, m);
    expect(out[1]).toBeCloseTo(1, 14);
    expect(out.filter((x) => Math.abs(x) > 1e-15)).toHaveLength(1);
  });
});

/** f of now, of all coordinates. */
function forces({ program, state }: Made): Float64Array {
  program.forces(0, true);
  return state.column('f').slice(0, state.size);
}
/** df/dcolumn by central differences, column by column of the matrix. */
function derivative(made: Made, name: 'q' | 'v'): Float64Array[] {
  const by = 1e-5;
  return Array.from({ length: made.state.size }, (_, j) => {
    const column = made.state.column(name);
    const was = column[j];
    column[j] = was + by;
    const up = forces(made);
    column[j] = was - by;
    const down = forces(made);
    column[j] = was;
    return up.map((f, i) => (f - down[i]) / (2 * by));
  });
}
describe('against a dense matrix of finite differences (seed 11)', () => {
  const h = 0.02;
  const random = new Random(11);
  const shaken = (mesh: ReturnType<typeof box>) => ({
    velocities: random.list(mesh.positions.length, -0.5, 0.5),
  });
  const mesh = box({ size: [1, 1, 1], cells: [2, 1, 1] });
  const line = chain({ from: [3, 0, 0], to: [4, 0, 0], nodes: 4 });
  const springy = { density: 10, stretch: 2e3, area: 1e3, bulk: 1e3, damping: 10, bulkDamping: 5 };
  const made = programOf(h, [
    tetSprings(mesh, { id: 'held', ...springy, drag: 3, fixed: [0, 3, 5], ...shaken(mesh) }),
    tetSprings(line, { id: 'explicit', form: 'spring', stretch: 50, mass: 1, integrator: 'euler-cromer' }),
    tetSprings(line, { id: 'free', form: 'spring', stretch: 500, damping: 2, mass: 0.5, drag: 1, ...shaken(line) }),
  ]);
  const { state, program, solver } = made;
  const own = program.placed.filter((p) => p.integrator.implicit);
  const inside = (i: number): boolean => own.some(({ start, body }) => start <= i && i < start + body.coordinates);
  // pulled long: nothing is pressed together
  const q = state.column('q');
  for (let i = 0; i < state.size; i++) if (inside(i)) q[i] = 1.2 * q[i] + random.between(-0.05, 0.05);

  const w = state.column('w').slice(0, state.size);
  const v = state.column('v').slice(0, state.size);
  const f = forces(made);
  const D = derivative(made, 'v');
  state.column('v').fill(0, 0, state.size); // K is that of the shape alone: see tangent-product.ts
  const K = derivative(made, 'q');
  state.column('v').set(v);
  const moves = (i: number): boolean => inside(i) && w[i] > 0;
  const S = (): Float64Array[] =>
    K.map((column, j) =>
      column.map((k, i) => {
        const mass = i === j ? 1 / w[i] : 0;
        return moves(i) && moves(j) ? mass - h * D[j][i] - h * h * k : Number(i === j);
      }),
    );
  const largest = (x: Float64Array): number => x.reduce((m, e) => Math.max(m, Math.abs(e)), 0);
  /** of the differences: their step squared, and rounding over it */
  const nearly = 1e-8;

  test('S dv = h (f + h K v)', () => {
    const b = f.map((force, i) => {
      if (!moves(i)) return 0;
      let Kv = 0;
      for (let j = 0; j < state.size; j++) Kv += inside(j) ? K[j][i] * v[j] : 0;
      return h * (force + h * Kv);
    });
    const dv = Float64Array.from(solveDense(S(), b));
    state.column('u').set(v);
    predict(made);
    const [u, p] = [state.column('u'), state.column('p')];
    for (let i = 0; i < state.size; i++) {
      if (!inside(i)) continue;
      expect(Math.abs(u[i] - v[i] - dv[i])).toBeLessThan(nearly * largest(dv));
      if (w[i] > 0) expect(p[i]).toBe(state.column('q')[i] + h * u[i]);
      else expect([u[i], p[i]]).toEqual([0, state.column('q')[i]]);
    }
    expect(largest(dv)).toBeGreaterThan(0.1);
    for (const { iterations, residual } of solver.reports) {
      expect(iterations).toBeLessThan(60);
      expect(residual).toBeLessThan(1e-12);
    }
  });

  test('their compliance is h^2 S^-1; bodies that are not implicit have none', () => {
    const g = Float64Array.from(random.list(state.size, -1, 1));
    const right = g.map((force, i) => (moves(i) ? h * h * force : 0));
    const expected = Float64Array.from(solveDense(S(), right));
    expect(largest(expected)).toBeGreaterThan(1e-5);
    for (const body of solver.compliances) {
      const [start, end] = [body.start, body.start + body.size];
      const out = new Float64Array(body.size);
      body.apply(g.subarray(start, end), out);
      out.forEach((x, i) => {
        expect(Math.abs(x - expected[start + i])).toBeLessThan(nearly * largest(expected));
        expect(program.compliance.bodyOf(start + i, 'c')).toBe(body);
      });
      const force = new Float64Array(body.size);
      body.inverse?.multiply(out, force, 0);
      force.forEach((f, i) => {
        if (moves(start + i)) expect(Math.abs(f - g[start + i])).toBeLessThan(1e-8);
      });
      body.apply(new Float64Array(body.size), out);
      expect(largest(out)).toBe(0);
    }
    expect(program.compliance.bodyOf(program.find('explicit').start, 'c')).toBeUndefined();
  });
});

test('there is a solver where a body asks for it', () => {
  const dust = (integrator: string): Body => particles([0, 0, 0], { mass: 1, integrator });
  expect(programOf(1, [dust('verlet')]).program.implicit).toBeUndefined();
  expect(programOf(1, [dust(implicit)]).program.implicit).toBeDefined();
});
