/** A probe of two bodies that touch: force, point, gap, how many places push and how many of them stick. */
import type { TouchingPair, World } from '@pliant/engine';
import type { Faults } from '../file/faults.ts';
import type { ProbeDef } from '../schema.ts';
import type { Cast } from './cast.ts';
import type { Probe, ProbeMaker } from './probe.ts';

const xyz = ['x', 'y', 'z'] as const;

export function contactProbe(
  def: ProbeDef & { kind: 'contact' },
  path: string,
  world: World,
  cast: Cast,
  faults: Faults,
  probe: ProbeMaker,
): Probe | undefined {
  const both = def.bodies.map((id, k) => cast.find(id, `${path}.bodies[${k}]`));
  if (both.some((found) => !found)) return undefined;
  const [first, second] = both.map((found) => new Set((found ?? []).map(({ body }) => body.id)));
  if (!world.hasContact) {
    faults.add(path, 'the scene has no contact; give it "contact": true.');
    return undefined;
  }
  /** the pairs meant, with the sign of forces on the first body */
  const pairs = (): { pair: TouchingPair; sign: number }[] =>
    world.contacts().flatMap((pair) => {
      const [a, b] = pair.bodies;
      if (first.has(a) && second.has(b)) return [{ pair, sign: 1 }];
      return first.has(b) && second.has(a) ? [{ pair, sign: -1 }] : [];
    });
  const points = () => pairs().flatMap(({ pair }) => pair.points);
  switch (def.measure ?? 'force') {
    case 'force':
      return probe('N', xyz, () =>
        xyz.map((_, axis) => pairs().reduce((sum, { pair, sign }) => sum + sign * pair.force[axis], 0)),
      );
    case 'point':
      return probe('m', xyz, () => centre(pairs().map(({ pair }) => pair)));
    case 'gap':
      return probe('m', ['min'], () =>
        [points().reduce((least, { gap }) => Math.min(least, gap), Infinity)].map(orZero),
      );
    case 'points':
      return probe('1', ['count'], () => [points().length]);
    case 'sticking':
      return probe('1', ['count'], () => [points().filter(({ sticks }) => sticks).length]);
  }
}
const orZero = (x: number): number => (Number.isFinite(x) ? x : 0);

/** Of the pairs, weighted by how hard they push; the origin where nothing touches. */
function centre(pairs: readonly TouchingPair[]): number[] {
  const total = pairs.reduce((sum, { push }) => sum + push, 0);
  return xyz.map((_, axis) =>
    total > 0 ? pairs.reduce((sum, { push, point }) => sum + push * point[axis], 0) / total : 0,
  );
}
