/**
 * Faults that were mended, each as a change of today's sources that takes its mend out. `npm run laws -- --faults` makes it in a copy
 * of the engine and says which of the first scenes that it touches a law finds it in.
 */
import type { LawScene } from './scene.ts';

export interface Fault {
  readonly name: string;
  /** the law that finds it */
  readonly law: string;
  /** scenes that the mend takes part in */
  touches(scene: LawScene): boolean;
  /** in packages/engine/src: a text that is there once, and what stands there instead */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly put: string }[];
}

const has = ({ bodies, integrator }: LawScene, ...some: readonly string[]): boolean =>
  bodies.some((body) => some.includes(body.integrator ?? integrator));
const holds = ({ constraints }: LawScene, ...some: readonly string[]): boolean =>
  constraints.some(({ kind }) => some.includes(kind));
const isSoft = ({ bodies }: LawScene): boolean => bodies.some(({ kind }) => kind !== 'particles' && kind !== 'rigid');
const schemes = ({ bodies, integrator }: LawScene): number =>
  new Set(bodies.map((body) => body.integrator ?? integrator)).size;

export const faults: readonly Fault[] = [
  {
    name: 'a point that slides on nodes held by others sticks',
    law: 'fixed and nailed',
    touches: (s) => holds(s, 'on-line') && holds(s, 'nail'),
    edits: [
      {
        file: 'solve/islands/islands.ts',
        find: 'sliding: shape.slidingRows(member)',
        put: 'sliding: undefined',
      },
      {
        file: 'methods/local/sliding-together.ts',
        find: 'if (islands.has(shape, member)) {',
        put: 'if (false) {',
      },
    ],
  },
  {
    name: '`local` is not invariant under moving targets',
    law: 'boost',
    touches: (s) => s.method === 'local' && holds(s, 'rod', 'parallel', 'perpendicular'),
    edits: [
      {
        file: 'constraints/bound-relation.ts',
        find: 'return array === this.now ? (this.#nowOf.get(e) ?? e) : e;',
        put: 'return e;',
      },
    ],
  },
  {
    name: '`lagrange` loses momentum between integrators',
    law: 'momentum',
    touches: (s) => s.method === 'lagrange' && schemes(s) > 1,
    edits: [
      { file: 'methods/lagrange/lagrange-work.ts', find: "refuseMixedSchemes('lagrange', this.shapes);", put: '' },
    ],
  },
  {
    name: '`quasi-static` particles report no force',
    law: 'weights at rest',
    touches: (s) => s.method === 'displacement',
    edits: [
      {
        file: 'methods/displacement/matrix/kkt-matrix.ts',
        find: 'if (this.loose) largest = this.#loads();',
        put: '',
      },
    ],
  },
  {
    name: '`implicit-euler` with `local` is wrong at rest',
    law: 'fixed and nailed',
    touches: (s) => s.method === 'local' && has(s, 'implicit-euler') && holds(s, 'nail') && isSoft(s),
    edits: [
      {
        file: 'methods/local/local.ts',
        find: "projection: 'needed', implicit: 'schur' } as const",
        put: "projection: 'needed', implicit: 'post' } as const",
      },
    ],
  },
  {
    name: 'forces are biased by drag',
    law: 'weights at rest',
    touches: (s) => s.method === 'local' && s.drag > 0 && has(s, 'rk4', 'implicit-euler'),
    edits: [
      {
        file: 'integrators/integrator.ts',
        find: 'const slowed = dragged?.(drag * h) ?? { c: 1, d: 1 };',
        put: 'const slowed = { c: 1, d: 1 };',
      },
    ],
  },
  {
    name: '`velocity` by force sinks under `beeman`',
    law: 'weights at rest',
    touches: (s) => s.method === 'local' && has(s, 'beeman'),
    edits: [
      {
        file: 'integrators/beeman.ts',
        find: 'const velocityCompliance = 1.5;',
        put: 'const velocityCompliance = 1.25;',
      },
      { file: 'integrators/beeman.ts', find: 'sub(u, all(acting))', put: 'sub(u, most(acting))' },
      { file: 'integrators/beeman.ts', find: "toFlat('u', all(Wf))", put: "toFlat('u', most(Wf))" },
      {
        file: 'integrators/beeman.ts',
        find: "toFlat('v', sub(u, mul(h, add(acting, reaction))))",
        put: "toFlat('u', add(u, mul(h, times(1 / 3, guessed)))), toFlat('v', sub(add(u, mul(h, times(1 / 3, guessed))), mul(h, add(acting, reaction))))",
      },
    ],
  },
  {
    name: 'forces between integrators leave out impulses of projections',
    law: 'impulses',
    touches: (s) => s.method === 'local' && schemes(s) > 1 && has(s, 'midpoint', 'rk2', 'rk4') && s.drag === 0,
    edits: [
      {
        file: 'methods/local/local-work.ts',
        find: 'integrators.map(ratioOf))).size > 1',
        put: 'integrators.map(ratioOf))).size > 99',
      },
    ],
  },
];
