/** Newton's method with a line search on problems that it does not solve. */
import { expect, test } from 'vitest';
import { stack } from '../../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { ContactMatrix } from '../matrix/contact-matrix.ts';
import { UnitStructures } from '../matrix/unit-structure.ts';
import { SmoothingNewton } from './smoothing-newton.ts';

class PlainMatrix extends ContactMatrix {
  override few(): undefined {
    return undefined;
  }
}
const mostSteps = 200;

test.each([
  ['kernels', () => new ContactMatrix()],
  ['plain loops', () => new PlainMatrix()],
])('%s: boxes that slide, from ten starts of seed 3: a search that stalls ends', (_name, matrix) => {
  const random = new Random(3);
  let failed = 0;
  for (let start = 0; start < 10; start++) {
    const cone = new SmoothingNewton(new UnitStructures(), matrix());
    cone.setup(stack(3, 0.1, [3, 0, -9.81]));
    const x = new Float64Array(cone.N);
    for (let i = 0; i < cone.N; i++) x[i] = (i % 3 ? 0.2 : 1) * random.next() * cone.scale;
    if (cone.newton(x, cone.c0, 0, 0, mostSteps)) continue;
    failed++;
    expect(cone.steps).toBeLessThan(50);
  }
  expect(failed).toBeGreaterThan(0);
});
