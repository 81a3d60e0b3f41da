/** The worlds of the scenes of law-scenes.ts. */
import {
  type Anchor,
  angle,
  type Body,
  type ConstraintSpec,
  createWorld,
  distance,
  equation,
  join,
  mesh,
  methodKinds,
  nail,
  node,
  offset,
  onAxis,
  onLine,
  onPath,
  onPlane,
  particles,
  Refusal,
  type Spline,
  spline,
  splinePoint,
  tetFem,
  tetSprings,
  velocity,
  type World,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import { type LawBody, type LawConstraint, type LawScene, lengthOf, type Triple } from './law-scenes.ts';

/** The world of a scene; undefined if its method does not hold one of its constraints, or its bodies do not go together. */
export function lawWorld(scene: LawScene): World | undefined {
  const { h, gravity, integrator, method } = scene;
  const world = createWorld({ step: h, gravity, integrator, method: methodKinds[method].make({}) });
  try {
    const bodies = new Map(scene.bodies.map((body) => [body.id, world.add(bodyOf(body, scene.drag))]));
    for (const one of scene.constraints) world.constrain(specOf(one, bodies, scene), { id: one.id });
    world.check();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return world;
}

function bodyOf(body: LawBody, drag: number): Body {
  const { id, kind, positions, velocities, mass, stiffness, damping, bending, fixed, integrator } = body;
  const common = { id, velocities: velocities.flat(), fixed, drag, ...(integrator ? { integrator } : {}) };
  if (kind === 'particles') return particles(positions.flat(), { ...common, mass });
  if (kind === 'rope') {
    const section = { EA: stiffness, EI: bending, GJ: bending, rhoA: mass };
    return spline({ ...common, ...section, points: positions.flat(), rest: 'as-given' });
  }
  // a mirrored tet counts its corners the other way round
  const [a, b, c] = [1, 2, 3].map((i) => positions[i].map((x, k) => x - positions[0][k]));
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const shape = mesh({ positions: positions.flat(), tets: volume > 0 ? [0, 1, 2, 3] : [0, 1, 3, 2] });
  return kind === 'fem'
    ? tetFem(shape, { ...common, mass, young: stiffness, poisson: 0.3, viscosity: damping })
    : tetSprings(shape, { ...common, mass, stretch: stiffness, bulk: stiffness, damping });
}

/** What is typed in the place of a kind; the value of an axis is that of its two rows. */
function textOf({ kind, direction }: LawConstraint): string | undefined {
  const along = `[${direction.map((x) => x / lengthOf(direction)).join(', ')}]`;
  const texts: Partial<Record<LawConstraint['kind'], string>> = {
    nail: 'a = p',
    join: 'a = b',
    distance: 'distance(a, b) = value',
    rod: 'distance(a, p) = value',
    'on-plane': `dot(a - p, ${along}) = 0`,
    offset: `b - a = [${direction.join(', ')}]`,
    angle: 'angle(a, b, c) = value',
  };
  return texts[kind];
}

function specOf(one: LawConstraint, bodies: ReadonlyMap<string, Body>, { h, steps }: LawScene): ConstraintSpec {
  const [a, b, c] = one.on.map(({ body, node: i }): Anchor => {
    const found = bodies.get(body) as Body;
    return 'section' in found ? splinePoint(found as Spline, Math.min(i, (found as Spline).spans)) : node(found, i);
  });
  const end = 2 * h * steps;
  const p = one.drift.some((v) => v !== 0)
    ? onPath({
        kind: 'linear',
        times: [-end, end],
        points: [-end, end].map((t) => one.point.map((x, k) => x + t * one.drift[k]) as Triple),
      })
    : worldPoint(...one.point);
  const text = one.typed ? textOf(one) : undefined;
  if (text !== undefined) {
    const points = { a, ...(b ? { b } : { p }), ...(c ? { c } : {}) };
    return equation(text, points, { value: one.value });
  }
  switch (one.kind) {
    case 'nail':
      return nail(a, p);
    case 'join':
      return join(a, b);
    case 'distance':
      return distance(a, b, one.value);
    case 'rod':
      return distance(a, p, one.value);
    case 'on-plane':
      return onPlane(a, p, one.direction);
    case 'on-axis':
      return onAxis(a, p, one.direction);
    case 'offset':
      return offset(a, b, one.direction);
    case 'angle':
      return angle(a, b, c, one.value);
    case 'on-line': {
      const rail = bodies.get(one.on[1].body) as Body;
      return onLine(a, rail, [one.on[1].node, one.on[2].node], 'slide');
    }
    case 'velocity':
      return velocity(a, [0, 0, 0]);
  }
}
