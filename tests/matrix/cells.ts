/**
 * What goes with what, measured on small worlds. Tables say all of it: a relation on a body under a method, a method under an
 * integrator on a body, and kinds of ropes and joints. A seeded test checks that whole combinations follow from them.
 */
import {
  type Anchor,
  allIntegrators,
  createWorld,
  linearMomentum,
  methodKinds,
  nail,
  node,
  particles,
  residual,
  type World,
} from '../../packages/engine/src/index.ts';
import { type BodyName, make, plus, type Triple, times, world } from './bodies.ts';
import { relations } from './relations.ts';

export interface Combination {
  readonly body: BodyName;
  readonly relation: string;
  readonly method: string;
  readonly integrator: string;
}
export interface Measured {
  /** the sentence with which it is refused */
  readonly refusal?: string;
  /** m, or rad or none: the largest over all steps */
  readonly residual?: number;
  /** undefined where runs agree to rounding, or do not come together by a power of the step */
  readonly order?: number;
  /** of what gravity gives in the same time; undefined where the world holds */
  readonly momentum?: number;
}
/** A world with a step, with or without its constraint. */
export type Build = (h: number, constrained?: boolean) => World;

function build({ body, relation, method, integrator }: Combination, h: number, constrained = true): World {
  const made = createWorld({
    step: h,
    gravity: [0.4, -2, 0.3],
    integrator,
    method: methodKinds[method as 'local'].make({}),
  });
  const { flow, solved } = allIntegrators[integrator];
  const more = flow ? { drag: 2 } : {}; // what has no inertia moves by drag
  const one = make(body, 'one', [0.7, 0.4, 0.2], more);
  const two = make(body, 'two', one.at[1], more);
  made.add(one.body);
  made.add(two.body);
  const bead = (corners: number): Anchor => {
    const middle = one.at.slice(0, corners).reduce(plus, [0, 0, 0] as Triple);
    return node(made.add(particles(times(middle, 1 / corners), { id: 'bead', mass: 0.3, ...more })), 0);
  };
  if (solved === 'static') {
    // what is to rest has to be held
    const held = [...[1, 2, 3].map((i) => [one, i] as const), ...[0, 1, 3].map((i) => [two, i] as const)];
    for (const [{ points, at }, i] of held) made.constrain(nail(points[i], world(at[i])));
  }
  const spec = relations[relation].spec({ one, two, bead });
  if (constrained) made.constrain(spec, { id: 'constraint' });
  made.check();
  return made;
}
const spans = 0.02;
/** Residual of a run, by whichever unit the rows have. */
function largest(one: World): number {
  return Math.max(...(['m', 'rad', 'm/s', ''] as const).map((unit) => residual(one, unit as 'm').max));
}
const ran = (made: Build, h: number): Float64Array => {
  const one = made(h);
  one.step(Math.round(spans / h));
  return Float64Array.from([...one.positions('one'), ...one.positions('two')]);
};
const apart = (a: Float64Array, b: Float64Array): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
/** Runs that differ by less are equal but for rounding. */
const rounding = 1e-12;

const refusedOr = (measured: () => Measured): Measured => {
  try {
    return measured();
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
};
/** Residual alone, or also the order and what becomes of momentum. */
export const residualWith = (made: Build): Measured =>
  refusedOr(() => {
    const one = made(1e-3);
    let most = 0;
    for (let n = 0; n < 10; n++) {
      one.step();
      const now = largest(one);
      most = now <= most ? most : now; // what is not a number stays so
    }
    return { residual: most };
  });
export function measureWith(made: Build, free: boolean): Measured {
  const first = residualWith(made);
  if (first.refusal !== undefined) return first;
  return refusedOr(() => {
    const [a, b, c] = [2e-3, 1e-3, 5e-4].map((h) => ran(made, h));
    const [coarse, fine] = [apart(a, b), apart(b, c)];
    const order = fine > rounding ? { order: Math.log2(coarse / fine) } : {};
    if (!free) return { ...first, ...order };
    const [held, loose] = [made(1e-3), made(1e-3, false)];
    held.step(20);
    loose.step(20);
    const [p, without] = [linearMomentum(held), linearMomentum(loose)];
    const size = Math.hypot(...without);
    return { ...first, ...order, momentum: Math.hypot(...p.map((x, k) => x - without[k])) / size };
  });
}

const builds =
  (combination: Combination): Build =>
  (h, constrained) =>
    build(combination, h, constrained);
export const accepts = (combination: Combination): Measured => residualWith(builds(combination));
export const measure = (combination: Combination): Measured =>
  measureWith(
    builds(combination),
    relations[combination.relation].free === true && allIntegrators[combination.integrator].solved !== 'static',
  );
