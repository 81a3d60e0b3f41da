/** The worlds of scenes. */
import {
  type Anchor,
  angle,
  type Body,
  beyond,
  type ConstraintSpec,
  constraintKinds,
  createWorld,
  dihedral,
  distance,
  equation,
  hexMesh,
  hexMetric,
  isRigid,
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
  parallel,
  particles,
  perpendicular,
  Refusal,
  relativePlane,
  rigid,
  rigidPointAt,
  type Spline,
  spline,
  splinePoint,
  tetFem,
  tetSprings,
  velocity,
  type World,
  within,
  worldPoint,
} from '../../packages/engine/src/index.ts';
import {
  cross,
  dot,
  jointKinds,
  type LawBody,
  type LawConstraint,
  type LawScene,
  lengthOf,
  type Matrix,
  minus,
  plus,
  type Triple,
} from './scene.ts';

/** Options that mean the same as those that are not given. */
const otherOptions = (method: LawScene['method'], h: number): Readonly<Record<string, unknown>> => {
  const byMethod: Readonly<Record<LawScene['method'], Readonly<Record<string, unknown>>>> = {
    local: { implicit: 'post' },
    lagrange: { a: 0.4 },
    displacement: { tolerance: 1e-7 },
    reaction: { omega: 0.2 / h },
    augmented: { omega: 0.2 / h },
    penalty: { omega: 0.2 / h },
  };
  return byMethod[method];
};

/** The world of a scene; undefined if its method does not hold one of its constraints, or its bodies do not go together. */
export function lawWorld(scene: LawScene): World | undefined {
  const { h, gravity, integrator, method } = scene;
  const [usual, other] = [{}, otherOptions(method, h)].map((options) => methodKinds[method].make(options));
  const world = createWorld({ step: h, gravity, integrator, method: usual });
  try {
    const bodies = new Map(scene.bodies.map((body) => [body.id, world.add(bodyOf(body, scene.drag))]));
    for (const one of scene.constraints)
      for (const spec of specsOf(one, bodies, scene))
        world.constrain(spec, {
          id: spec.part ? `${one.id}/${spec.part}` : one.id,
          ...(one.otherOptions ? { method: other } : {}),
        });
    world.check();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return world;
}

function bodyOf(body: LawBody, drag: number): Body {
  const { id, kind, positions, velocities, mass, stiffness, damping, bending, fixed, integrator } = body;
  const own = integrator ? { integrator } : {};
  if (kind === 'rigid') {
    const { size, turn, spin } = body.box;
    const motion = { position: positions[0], velocity: velocities[0], spin, rotate: quaternionOf(turn) };
    return rigid({ id, shape: { kind: 'box', size }, mass, drag, fixed: fixed.length > 0, ...motion, ...own });
  }
  const common = { id, velocities: velocities.flat(), fixed, drag, ...own };
  if (kind === 'particles') return particles(positions.flat(), { ...common, mass });
  if (kind === 'rope') {
    const section = { EA: stiffness, EI: bending, GJ: bending, rhoA: mass };
    return spline({ ...common, ...section, points: positions.flat(), rest: 'as-given' });
  }
  // what is mirrored counts its corners the other way round
  const [a, b, c] = (kind === 'hex' ? [1, 3, 4] : [1, 2, 3]).map((i) => minus(positions[i], positions[0]));
  const isUpright = dot(a, cross(b, c)) > 0;
  if (kind === 'hex') {
    const cell = hexMesh({
      positions: positions.flat(),
      hexes: isUpright ? [0, 1, 2, 3, 4, 5, 6, 7] : [1, 0, 3, 2, 5, 4, 7, 6],
    });
    return hexMetric(cell, { ...common, density: mass, stiffness, viscosity: damping / 10 });
  }
  const shape = mesh({ positions: positions.flat(), tets: isUpright ? [0, 1, 2, 3] : [0, 1, 3, 2] });
  return kind === 'fem'
    ? tetFem(shape, { ...common, mass, young: stiffness, poisson: 0.3, viscosity: damping })
    : tetSprings(shape, { ...common, mass, stretch: stiffness, bulk: stiffness, damping });
}
/** [x, y, z, w], by its largest component. */
function quaternionOf(R: Matrix): [number, number, number, number] {
  const trace = R[0][0] + R[1][1] + R[2][2];
  const squares = [...[0, 1, 2].map((k) => 1 + 2 * R[k][k] - trace), 1 + trace];
  const k = squares.indexOf(Math.max(...squares));
  const odd = [R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]];
  const q = [0, 1, 2].map((i) => (k === 3 ? odd[i] : i === k ? squares[k] : R[i][k] + R[k][i]));
  const w = k === 3 ? squares[3] : odd[k];
  return [...q, w] as [number, number, number, number]; // of any length
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
    perpendicular: `dot(b - a, ${along}) = 0`,
    above: `dot(a - p, ${along}) >= 0`,
    within: 'distance(a, p) <= value',
    beyond: 'distance(a, p) >= value',
  };
  return texts[kind];
}

function specsOf(one: LawConstraint, bodies: ReadonlyMap<string, Body>, scene: LawScene): readonly ConstraintSpec[] {
  if ((jointKinds as readonly string[]).includes(one.kind)) return jointOf(one, bodies);
  const anchors = one.on.map(({ body, node: i }): Anchor => {
    const found = bodies.get(body) as Body;
    if (isRigid(found))
      return rigidPointAt(found, (scene.bodies.find(({ id }) => id === body) as LawBody).positions[i]);
    return 'section' in found ? splinePoint(found as Spline, Math.min(i, (found as Spline).spans)) : node(found, i);
  });
  const end = 2 * scene.h * scene.steps;
  const moving = (place: Triple): Anchor =>
    one.drift.some((v) => v !== 0)
      ? onPath({
          kind: 'linear',
          times: [-end, end],
          points: [-end, end].map((t) => place.map((x, k) => x + t * one.drift[k]) as Triple),
        })
      : worldPoint(...place);
  const p = moving(one.point);
  const text = one.typed ? textOf(one) : undefined;
  if (text === undefined) return [specOf(one, anchors, p, moving(plus(one.point, one.direction)), bodies)];
  const [a, b, c] = anchors;
  return [equation(text, { a, ...(b ? { b } : { p }), ...(c ? { c } : {}) }, { value: one.value })];
}
function specOf(
  one: LawConstraint,
  [a, b, c, d]: readonly Anchor[],
  /** the point of the world, and one in its direction */
  p: Anchor,
  ahead: Anchor,
  bodies: ReadonlyMap<string, Body>,
): ConstraintSpec {
  const { kind, on, direction, value } = one;
  switch (kind) {
    case 'nail':
      return nail(a, p);
    case 'join':
      return join(a, b);
    case 'distance':
      return distance(a, b, value);
    case 'rod':
      return distance(a, p, value);
    case 'on-plane':
      return onPlane(a, p, direction);
    case 'on-axis':
      return onAxis(a, p, direction);
    case 'offset':
      return offset(a, b, direction);
    case 'angle':
      return angle(a, b, c, value);
    case 'dihedral':
      return dihedral(b, c, d, a, value);
    case 'parallel':
      return parallel(a, b, p, ahead);
    case 'perpendicular':
      return perpendicular(a, b, p, ahead);
    case 'above':
      return relativePlane(a, p, direction, { offset: 0, oneSided: true });
    case 'within':
      return within(a, p, value);
    case 'beyond':
      return beyond(a, p, value);
    case 'on-line':
      return onLine(a, bodies.get(on[1].body) as Body, [on[1].node, on[2].node], 'slide');
    case 'velocity':
      return velocity(a, [0, 0, 0]);
    default:
      throw new Error(`${kind} is a joint`);
  }
}
/** As a scene makes it, of parts. */
function jointOf({ kind, on, point, direction }: LawConstraint, bodies: ReadonlyMap<string, Body>): ConstraintSpec[] {
  const [a, b] = on.map(({ body }) => bodies.get(body) as Body);
  const now = (id: string): Float64Array => {
    const body = bodies.get(id) as Body;
    const q = new Float64Array(body.coordinates);
    body.start(q, new Float64Array(body.velocities ?? body.coordinates));
    return q;
  };
  const given = {
    a,
    ...(b ? { b } : {}),
    at: point,
    ...(kind === 'hinge' || kind === 'slider' ? { axis: direction } : {}),
  };
  return [
    constraintKinds()
      .get(kind)
      ?.make(given as never, { start: now, now, begins: true }) ?? [],
  ].flat() as ConstraintSpec[];
}
