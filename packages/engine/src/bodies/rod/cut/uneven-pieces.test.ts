/** Pieces keep their spans, however long these become on one side of an eye: what that costs, and that nothing jumps. See docs/decisions.md. */
import { expect, test } from 'vitest';
import {
  createWorld,
  force,
  keyhole,
  nail,
  onPath,
  type Spline,
  spline,
  splinePoint,
  type World,
  worldPoint,
} from '../../../index.ts';

type Triple = [number, number, number];
const size = (v: ArrayLike<number>): number => Math.hypot(...Array.from(v));
const cutOf = (rope: Spline) => {
  const [cut] = rope.cuts ?? [];
  return cut;
};
const uOf = (rope: Spline): number => (cutOf(rope).start * rope.spans) / rope.restLength;
/** How many times longer the spans behind the eye are than those before it. */
function ratioOf(world: World, rope: Spline, spans: readonly [number, number]): number {
  const S = world.coordinates(rope.id)[cutOf(rope).coordinate];
  return (rope.restLength - S) / spans[1] / (S / spans[0]);
}
test.each([
  { EA: 1e3, EI: 1e-5, toward: [0, 0, 1] as Triple },
  { EA: 1e5, EI: 1e-4, toward: [0.6, -0.64, 0.48] as Triple },
  { EA: 1e6, EI: 1e-6, toward: [0, -1, 0] as Triple },
])(
  'EA $EA, EI $EI: spans become more than 14 times as long behind the eye as before it, tensions agree to 1e-3, without jumps',
  ({ EA, EI, toward }) => {
    const at = (d: number): Triple => [d * toward[0], d * toward[1], d * toward[2]];
    const world = createWorld({ step: 0.01, gravity: [0, 0, 0], integrator: 'backward-euler', method: 'displacement' });
    const points = [-0.8, 0, 0, 0, 0, 0, ...at(0.2)];
    const rope = world.add(spline({ id: 'rope', points, cuts: [1], count: 11, EA, EI, rhoA: 1e-4, drag: 20 }));
    world.constrain(keyhole({ body: rope, u: uOf(rope) }, worldPoint(0, 0, 0)), { id: 'eye' });
    const path = { kind: 'linear', times: [0, 0.5, 4], points: [at(0.2), at(0.2), at(0.8)] } as const;
    world.constrain(nail(splinePoint(rope, rope.spans), onPath(path)), { id: 'pull' });
    world.apply({ id: 'load', body: 'rope', node: 0, force: [-1, 0, 0] });
    world.step(60);
    const seen: number[] = [];
    while (world.time < 3.9) {
      world.step(5);
      seen.push(size(force(world, 'pull')));
    }
    expect(ratioOf(world, rope, [8, 2])).toBeGreaterThan(14);
    for (const T of seen) expect(Math.abs(T - 1)).toBeLessThan(1e-3);
    expect(Math.max(...seen.slice(1).map((T, i) => Math.abs(T - seen[i])))).toBeLessThan(1e-4);
  },
);
