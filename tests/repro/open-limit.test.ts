/**
 * A limit of a joint that opens is open, though its impulse is off its bound by rounding. It was taken for one that holds, the error of its row could not be corrected, and the step was not solved, in 256 parts neither.
 */
import { expect, test } from 'vitest';
import { buildScene, parseScene } from '../../packages/io/src/index.ts';

const along = { axis: [1, 0, 0], angle: 90 };
const corners = [
  [-0.45, -1],
  [-0.45, 1],
  [0.45, -1],
  [0.45, 1],
];
const bumps = [1.5, 2.3, 3.1, 3.9];

test('a car with motors in its wheels drives onto a bump, and limits of its struts open', () => {
  const scene = {
    pliant: 1,
    name: 'car',
    step: 0.002,
    duration: 1,
    defaults: { method: 'lagrange' },
    contact: {
      friction: 0.8,
      bodies: Object.fromEntries(corners.map((_, k) => [`knuckle ${k}`, { collides: false }])),
      pairs: bumps.map((_, k) => ({ bodies: [`bump ${k}`, 'floor'], collides: false })),
    },
    bodies: [
      { id: 'floor', kind: 'plane', normal: [0, 1, 0] },
      {
        id: 'chassis',
        kind: 'rigid',
        shape: { kind: 'box', size: [1.2, 0.2, 0.5] },
        mass: 40,
        place: { translate: [0, 0.5, 0] },
      },
      ...corners.flatMap(([x, z], k) => [
        {
          id: `knuckle ${k}`,
          kind: 'rigid',
          shape: { kind: 'box', size: [0.08, 0.08, 0.08] },
          mass: 2,
          place: { translate: [x, 0.2, 0.31 * z] },
        },
        {
          id: `wheel ${k}`,
          kind: 'rigid',
          shape: { kind: 'cylinder', radius: 0.2, length: 0.1 },
          mass: 3,
          place: { rotateDegrees: along, translate: [x, 0.2, 0.4 * z] },
        },
      ]),
      ...bumps.map((x, k) => ({
        id: `bump ${k}`,
        kind: 'rigid',
        shape: { kind: 'capsule', radius: 0.07, length: 2 },
        mass: 1,
        place: { rotateDegrees: along, translate: [x, 0, 0] },
        fixed: true,
      })),
    ],
    constraints: corners.flatMap(([x, z], k) => [
      {
        id: `strut ${k}`,
        kind: 'slider',
        a: `knuckle ${k}`,
        b: 'chassis',
        at: [x, 0.2, 0.31 * z],
        axis: [0, 1, 0],
        between: [-0.05, 0],
      },
      {
        id: `axle ${k}`,
        kind: 'hinge',
        a: `wheel ${k}`,
        b: `knuckle ${k}`,
        at: [x, 0.2, 0.4 * z],
        axis: [0, 0, 1],
        speedDegrees: -600,
        torque: 8,
      },
    ]),
  };
  const { world } = buildScene(parseScene(JSON.stringify(scene), 'car.json'), 'car.json');
  for (let k = 0; k < 430; k++) {
    world.step();
    const { converged, error, residual } = world.contactReport();
    expect({ step: k, converged, error, residual }).toMatchObject({ converged: true });
  }
  expect(world.coordinates('chassis')[0]).toBeGreaterThan(0.6);
});
