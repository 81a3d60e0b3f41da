import {
  angularMomentum,
  type ConstraintSpec,
  constraintKinds,
  createWorld,
  nail,
  type Rigid,
  rigid,
  rigidPointAt,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { jacobi, lagrangeTop } from '../support/rigid-closed-forms.ts';
import { type Chapter, type Entry, exact, order2 } from './entry.ts';

const g = 9.81;
/** omega in the axes of a body that starts along those of the world. */
function ownSpin(world: World, id: string): number[] {
  const [w, x, y, z] = world.coordinates(id).slice(3);
  const [a, b, c] = world.coordinateVelocities(id).slice(3);
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  return R.map((row) => row[0] * a + row[1] * b + row[2] * c);
}
const size: [number, number, number] = [1, 0.6, 0.3];
const moments = [size[1] ** 2 + size[2] ** 2, size[0] ** 2 + size[2] ** 2, size[0] ** 2 + size[1] ** 2].map(
  (x) => x / 4,
);
function tumbling(): { readonly world: World; readonly body: Rigid } {
  const world = createWorld({ step: 2e-3, gravity: [0, 0, 0] });
  const body = world.add(rigid({ id: 'b', shape: { kind: 'box', size }, mass: 3, spin: [0.9, 0, 3] }));
  return { world, body };
}
const free: Entry[] = [
  ...[0, 1, 2].map(
    (axis): Entry => ({
      what: `a free box tumbles: its angular velocity about its axis ${axis + 1} after 3 s`,
      formula: 'w = (a cn, b sn, c dn)(p t)',
      source: 'C. G. J. Jacobi, 1849; L. D. Landau, E. M. Lifshitz, Mechanics, sec. 37',
      parameters: '1 x 0.6 x 0.3 m, 3 kg, w = (0.9, 0, 3) rad/s, verlet, h = 2 ms',
      unit: 'rad/s',
      expected: jacobi(moments, [0.9, 0, 3], 3)[axis],
      tolerance: 2e-3,
      reason: order2,
      measure: () => {
        const { world } = tumbling();
        world.step(1500);
        return ownSpin(world, 'b')[axis];
      },
    }),
  ),
  {
    what: 'a free box tumbles: its angular momentum after 3 s',
    formula: 'L = L_0',
    source: 'Newton',
    parameters: 'as above',
    unit: 'kg m^2/s',
    expected: Math.hypot(0.9 * moments[0], 3 * moments[2]),
    tolerance: 1e-13,
    reason: exact,
    measure: () => {
      const { world } = tumbling();
      world.step(1500);
      return Math.hypot(...angularMomentum(world));
    },
  },
];

const [mass, l, spin, theta] = [2, 0.5, 60, 0.4];
const across = (mass * (3 * 0.16 + 0.01)) / 12;
const top = { I1: across + mass * l * l, I3: (mass * 0.16) / 2, mgl: mass * g * l, spin, theta };
function spinningTop(): World {
  const world = createWorld({ step: 1e-3, method: 'lagrange', gravity: [0, -g, 0] });
  const axis = [Math.sin(theta), Math.cos(theta), 0];
  const body = world.add(
    rigid({
      id: 'top',
      shape: { kind: 'cylinder', radius: 0.4, length: 0.1 },
      mass,
      position: [l * axis[0], l * axis[1], 0],
      rotate: [0, 0, -Math.sin(theta / 2), Math.cos(theta / 2)],
      spin: [spin * axis[0], spin * axis[1], 0],
    }),
  );
  world.constrain(nail(rigidPointAt(body, [0, 0, 0]), worldPoint(0, 0, 0)), { id: 'tip' });
  world.step(2000);
  return world;
}
const { theta: nod, phi } = lagrangeTop(top, 2);
const tops: Entry[] = [
  ['height', Math.cos(nod), 1],
  ['place along x', Math.sin(nod) * Math.cos(phi), 0],
  ['place along z', -Math.sin(nod) * Math.sin(phi), 2],
].map(
  ([what, part, axis]): Entry => ({
    what: `Lagrange's top: the ${what} of its centre after 2 s`,
    formula: "phi' = (b - a cos t)/(I1 sin^2 t), I1 t'' = I1 phi'^2 sin t cos t - a phi' sin t + m g l sin t",
    source: "J.-L. Lagrange, Mecanique analytique, 1788; Euler's angles, integrated in 200,000 steps",
    parameters:
      'a disc of 2 kg, radius 0.4 m, 0.5 m from its tip, 60 rad/s, leaning by 0.4 rad; lagrange, verlet, h = 1 ms',
    unit: 'm',
    expected: l * (part as number),
    tolerance: 2e-3,
    reason: order2,
    measure: () => spinningTop().positions('top')[axis as number],
  }),
);

function swing(kind: 'ball-joint' | 'hinge'): number {
  const [m, arm, amplitude] = [2, 0.5, 1.2];
  const world = createWorld({ step: 1e-3, method: 'lagrange', gravity: [0, -g, 0] });
  const half = amplitude / 2;
  const body = world.add(
    rigid({
      id: 'b',
      shape: { kind: 'box', size: [0.1, 1, 0.2] },
      mass: m,
      position: [arm * Math.sin(amplitude), -arm * Math.cos(amplitude), 0],
      rotate: [0, 0, Math.sin(half), Math.cos(half)],
    }),
  );
  const now = (id: string): ArrayLike<number> => world.coordinates(id);
  const given = { a: body, at: [0, 0, 0], ...(kind === 'hinge' ? { axis: [0, 0, 1] } : {}) };
  const made = constraintKinds()
    .get(kind)
    ?.make(given as never, { start: now, now, begins: true } as never);
  for (const spec of [made].flat() as ConstraintSpec[]) world.constrain(spec, { id: spec.part ?? kind });
  for (let before = world.positions('b')[0]; ; ) {
    world.step();
    const x = world.positions('b')[0];
    if (x <= 0) return world.time - (world.h * x) / (x - before);
    before = x;
  }
}
let [a, b] = [1, Math.cos(0.6)];
for (let n = 0; n < 8; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
const swings: Entry[] = (['ball-joint', 'hinge'] as const).map((kind) => ({
  what: `physical pendulum on a ${kind}: a quarter of its swing`,
  formula: 'T/4 = sqrt(I/(m g l)) K(sin a/2)',
  source: 'Huygens; complete elliptic integral',
  parameters: 'a box of 0.1 x 1 x 0.2 m, 2 kg, held at its end, let go at 1.2 rad; lagrange, verlet, h = 1 ms',
  unit: 's',
  expected: (Math.PI / (2 * a)) * Math.sqrt(((2 * (0.01 + 1)) / 12 + 0.5) / (2 * g * 0.5)),
  tolerance: 5e-6,
  reason: `${order2}, 1.3e-6; the crossing is found by a straight line`,
  measure: () => swing(kind),
}));

export const rigidChapter: Chapter = {
  file: 'rigid-bodies',
  title: 'Rigid bodies',
  about: 'Bodies that turn: free, on a point, on joints.',
  entries: [...free, ...tops, ...swings],
};
