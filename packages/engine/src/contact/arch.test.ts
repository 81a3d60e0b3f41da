/**
 * Arches of n equal stones without mortar, a half circle between two abutments.                                  [contact notes, sec. 6, 8]
 *
 * Limit analysis: with the horizontal thrust H and the weight of the stones above a joint, V_k = (n/2 - k) W, the force at the joint at the angle
 * k pi/n is within the angle of friction phi of its normal. The springing asks for H <= V_0 tan phi, the joints above it for
 * H >= V_k tan(k pi/n - phi). The least friction is that of the joint where both meet last, if the line of thrust stays inside the stones.
 */
import { expect, test } from 'vitest';
import { createWorld, rigid, type World } from '../index.ts';

function leastFriction(stones: number): number {
  const phi = (k: number): number => {
    let [low, high] = [0, Math.PI / 3];
    for (let round = 0; round < 60; round++) {
      const middle = (low + high) / 2;
      const slides = (stones / 2) * Math.tan(middle) < (stones / 2 - k) * Math.tan((k * Math.PI) / stones - middle);
      if (slides) low = middle;
      else high = middle;
    }
    return high;
  };
  const joints = Array.from({ length: Math.floor(stones / 2) }, (_, k) => phi(k + 1));
  return Math.tan(Math.max(...joints));
}
/** A prism between two joints, at the crown. */
function stone(angle: number, thick: number): { positions: Float64Array; triangles: Int32Array } {
  const corners: number[] = [];
  for (const z of [-0.1, 0.1])
    for (const side of [1, -1])
      for (const r of [1 - thick / 2, 1 + thick / 2])
        corners.push(side * r * Math.sin(angle / 2), r * Math.cos(angle / 2), z);
  const quads = [
    [2, 3, 1, 0],
    [5, 7, 6, 4],
    [1, 5, 4, 0],
    [6, 7, 3, 2],
    [4, 6, 2, 0],
    [3, 7, 5, 1],
  ];
  const triangles = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return { positions: Float64Array.from(corners), triangles: Int32Array.from(triangles) };
}
function arch(stones: number, thick: number, friction: number): World {
  const world = createWorld({ step: 0.01, integrator: 'euler-cromer', contact: { friction, thickness: 1e-4 } });
  const angle = Math.PI / stones;
  const shape = { kind: 'surface', surface: stone(angle, thick) } as const;
  for (let k = 0; k <= stones + 1; k++) {
    const turn = (k - (stones + 1) / 2) * angle;
    const rotate = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)] as const;
    world.add(rigid({ id: `${k}`, shape, density: 2000, rotate, fixed: k === 0 || k > stones }));
  }
  return world;
}
const fastest = (world: World): number =>
  Math.max(...world.bodies.map(({ id }) => Math.hypot(...world.coordinateVelocities(id).slice(0, 3))));

test('limit analysis of seven stones: 0.29816', () => {
  expect(leastFriction(7)).toBeCloseTo(0.29816, 5);
});
test.each([
  [7, 0.3],
  [5, 0.4],
  [9, 0.25],
])(
  '%d stones, %d of the radius thick: they slide at 0.999 of the least friction and stand at 1.001',
  (stones, thick) => {
    const least = leastFriction(stones);
    const slides = arch(stones, thick, 0.999 * least);
    slides.step();
    expect(fastest(slides)).toBeGreaterThan(2e-5);
    expect(slides.contactReport().residual).toBeLessThan(1e-10);
    const stands = arch(stones, thick, 1.001 * least);
    stands.step(2);
    expect(fastest(stands)).toBeLessThan(3e-10);
    expect(stands.contactReport().residual).toBeLessThan(1e-10);
  },
);
