/** Small worlds drawn from a seed: some bodies, some constraints between them, any integrator and method that fit. */
import {
  barycentric,
  box,
  createWorld,
  displacement,
  distance,
  driven,
  equation,
  join,
  lagrange,
  local,
  type Method,
  nail,
  node,
  onLine,
  onPath,
  onTriangle,
  particles,
  reaction,
  spline,
  splinePoint,
  tetSprings,
  type World,
  within,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { Random } from './random.ts';

const schemes = ['verlet', 'euler-cromer', 'velocity-verlet', 'beeman', 'midpoint', 'rk2', 'rk4', 'explicit-euler'];

/** Particles around the corners of a box, and a soft cube. */
export function generatedWorld(seed: number): World {
  const random = new Random(seed);
  if (random.chance(0.2)) return ropes(random);
  const method = random.pick([local, lagrange, lagrange, reaction()]);
  // explicit Euler looks two steps ahead, and lets errors of reaction's springs grow
  const choice = method.kind === 'local' ? schemes : schemes.slice(0, -1);
  const world = createWorld({ step: 1e-3, integrator: random.pick(choice), method });
  const p = world.add(
    particles(random.list(24, -1, 1), {
      id: 'p',
      mass: random.list(8, 0.5, 3),
      velocities: random.list(24, -1, 1),
      drag: random.chance(0.5) ? 0.4 : 0,
    }),
  );
  const cube = world.add(
    tetSprings(box({ size: [1, 1, 1], cells: [1, 1, 1] }), {
      id: 'cube',
      density: 20,
      stretch: 1e4,
      bulk: 1e4,
      damping: 50,
    }),
  );
  const at = (n: number): [number, number, number] => {
    const q = world.positions('p');
    return [q[3 * n], q[3 * n + 1], q[3 * n + 2]];
  };
  const spot = { kind: 'smoothstep', times: [0, 0.05], points: [at(0), [0, 0, 0]], loop: true } as const;
  world.constrain(nail(node(p, 0), random.chance(0.5) ? onPath(spot) : worldPoint(...at(0))), { id: 'nail' });
  if (method.kind === 'reaction') {
    world.constrain(nail(barycentric(cube, [0, 1, 2]), worldPoint(-0.2, -0.5, -0.2)), { id: 'corner' });
    return world;
  }
  world.constrain(join(node(p, 1), barycentric(cube, [0, 1, 3], [1, 2, 3])), { id: 'join', ramp: { steps: 20 } });
  tie(world, random, method);
  return world;
}

function tie(world: World, random: Random, method: Method): void {
  const p = world.body('p');
  const q = world.positions('p');
  const gap = (a: number, b: number): number =>
    Math.hypot(q[3 * a] - q[3 * b], q[3 * a + 1] - q[3 * b + 1], q[3 * a + 2] - q[3 * b + 2]);
  const rod = distance(node(p, 2), node(p, 3), gap(2, 3));
  const path = { kind: 'smoothstep', times: [0, 0.05], values: [gap(2, 3), 1.1 * gap(2, 3)] } as const;
  world.constrain(random.chance(0.5) ? driven(rod, 'length', path) : rod, { id: 'rod' });
  if (method.kind === 'local') {
    const mode = random.pick(['stick', 'slide'] as const);
    const held = worldPoint(q[15], q[16], q[17]);
    if (random.chance(0.5)) world.constrain(nail(node(p, 5), held), { id: 'shared' });
    if (random.chance(0.5)) world.constrain(onLine(node(p, 4), p, [5, 6], mode), { id: 'line' });
    else world.constrain(onTriangle(node(p, 4), p, [5, 6, 7], mode), { id: 'triangle' });
    return;
  }
  const turned = { a: node(p, 4), b: node(p, 5) };
  const angle = Math.atan2(q[16] - q[13], q[15] - q[12]);
  world.constrain(equation(`atan2(b.y - a.y, b.x - a.x) = ${angle} + 0.3*sin(3*t)`, turned), { id: 'crank' });
  world.constrain(equation('a.z = b.z', turned), { id: 'level' });
  world.constrain(within(node(p, 6), node(p, 7), 0.9 * gap(6, 7)), { id: 'rope', ramp: { steps: 10 } });
}

/** A rope under `displacement`, held at one end. */
function ropes(random: Random): World {
  const world = createWorld({ step: 5e-3, integrator: 'backward-euler', method: displacement });
  const points = Array.from({ length: 6 }, (_, i) => [0.2 * i, random.between(-0.02, 0.02), 0]).flat();
  const rope = world.add(spline({ id: 'rope', points, EA: 1e4, EI: 0.1, GJ: 0.1, rhoA: 0.2, drag: 0.5 }));
  world.constrain(nail(splinePoint(rope, 0), worldPoint(points[0], points[1], points[2])), { id: 'end' });
  return world;
}
