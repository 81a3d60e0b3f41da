/**
 * Constraints that hold where bodies are. Each has a node that none before it holds, so its rows never follow from the others; a rigid
 * body has one constraint of its own, and others may end at it.
 */
import type { Random } from '../support/random.ts';
import {
  cross,
  dot,
  equationKinds,
  jointKinds,
  type LawBody,
  type LawConstraint,
  type LawScene,
  lengthOf,
  minus,
  oneSidedKinds,
  plus,
  type Triple,
  times,
  triple,
} from './scene.ts';

export interface Wishes {
  /** points that slide */
  readonly slides: boolean;
  /** one-sided constraints among the others */
  readonly oneSided: boolean;
  /** nothing of the world holds */
  readonly adrift: boolean;
}

export function constrained(
  random: Random,
  given: readonly LawBody[],
  { slides, oneSided, adrift }: Wishes,
): Pick<LawScene, 'bodies' | 'constraints'> {
  const bodies = given.map((body) => ({ ...body, positions: [...body.positions] }));
  // of a rigid body its centre does not count
  const nodes = random.shuffle(
    bodies
      .flatMap((body) => body.positions.map((_, i) => ({ body, i })))
      .filter(({ body, i }) => i > 0 || body.kind !== 'rigid'),
  );
  type Node = (typeof nodes)[number];
  const used: Node[] = [];
  const held: Node[] = [];
  const constraints: LawConstraint[] = [];
  const at = ({ body, i }: Node): Triple => body.positions[i];
  const put = (kind: LawConstraint['kind'], on: readonly Node[], more: Partial<LawConstraint> = {}): void => {
    constraints.push({
      id: `${kind}-${constraints.length}`,
      kind,
      on: on.map(({ body, i }) => ({ body: body.id, node: i })),
      point: [...at(on[0])],
      drift: [0, 0, 0],
      direction: [random.between(0.2, 1), random.between(-1, 1), random.between(-1, 1)],
      value: 0,
      typed: false,
      otherOptions: false,
      ...more,
    });
    used.push(...on);
    held.push(on[0]);
  };
  joints(random, nodes, adrift, put);
  const between = ['distance', 'join', 'offset', 'angle', 'dihedral'] as const;
  const tied = ['nail', 'rod', 'on-plane', 'on-axis'] as const;
  const kinds: readonly LawConstraint['kind'][] = [
    ...(adrift ? between : equationKinds),
    ...(slides ? (['on-line', 'on-line', 'on-line'] as const) : []),
    ...(oneSided && !adrift ? [...oneSidedKinds, ...oneSidedKinds, ...oneSidedKinds] : []),
  ];
  for (const fresh of nodes.slice(0, 1 + random.below(4) + (adrift ? 1 : 0))) {
    if (held.includes(fresh)) continue;
    const others = random.shuffle(nodes).filter((one) => one !== fresh);
    // bodies one after another where nothing of the world holds, so that forces pass between them
    if (adrift) others.sort((a, b) => Number(a.body === fresh.body) - Number(b.body === fresh.body));
    const apart = others.filter((one) => lengthOf(minus(at(one), at(fresh))) > 0.05);
    const movable = fresh.body.kind === 'particles' && !used.includes(fresh);
    // one that others end at is held by the world only: so no circle of constraints is redundant
    if (used.includes(fresh) && adrift) continue;
    const kind = random.pick(used.includes(fresh) ? tied : kinds);
    if (kind === 'on-line' && movable) {
      const line = bodies.filter((body) => body !== fresh.body && !['rope', 'rigid'].includes(body.kind));
      if (line.length) {
        const rail = random.pick(line);
        const ends = nodes.filter(({ body }) => body === rail).slice(0, 2);
        const [a, b] = ends.map(at);
        const u = random.between(0.3, 0.7);
        fresh.body.positions[fresh.i] = plus(times(a, 1 - u), times(b, u));
        const nails = !adrift && random.chance(0.7) ? ends.filter((end) => !held.includes(end)) : [];
        put('on-line', [fresh, ...ends]);
        for (const end of nails) put('nail', [end]);
        continue;
      }
    }
    if (kind === 'join' && movable && apart.length) {
      fresh.body.positions[fresh.i] = [...at(apart[0])];
      put('join', [fresh, apart[0]]);
    } else if (kind === 'angle' && apart.length > 1 && isOpen(angleAt(at(fresh), at(apart[0]), at(apart[1])))) {
      put('angle', [fresh, apart[0], apart[1]], { value: angleAt(at(fresh), at(apart[0]), at(apart[1])) });
    } else if (kind === 'dihedral' && apart.length > 2 && hasEdge([apart[0], apart[1], apart[2], fresh].map(at))) {
      // the fresh node is the last corner: rows depend on it
      put('dihedral', [fresh, apart[0], apart[1], apart[2]], {
        value: dihedralOf([apart[0], apart[1], apart[2], fresh].map(at)),
      });
    } else if (kind === 'parallel' && apart.length) {
      put('parallel', [fresh, apart[0]], { direction: minus(at(apart[0]), at(fresh)) });
    } else if (kind === 'perpendicular' && apart.length) {
      put('perpendicular', [fresh, apart[0]], { direction: across(minus(at(apart[0]), at(fresh)), random) });
    } else if (kind === 'rod') {
      const away = random.list(3, 0.2, 0.6) as Triple;
      put('rod', [fresh], { point: minus(at(fresh), away), value: lengthOf(away) });
    } else if (kind === 'above') {
      const direction = triple(random, 1);
      const gap = times(direction, random.between(0.0005, 0.005) / lengthOf(direction));
      put('above', [fresh], { direction, point: minus(at(fresh), gap) });
    } else if (kind === 'within' || kind === 'beyond') {
      const away = random.list(3, 0.2, 0.6) as Triple;
      const gap = random.between(0.0005, 0.005) * (kind === 'within' ? 1 : -1);
      put(kind, [fresh], { point: minus(at(fresh), away), value: lengthOf(away) + gap });
    } else if (kind === 'offset' && apart.length) {
      put('offset', [fresh, apart[0]], { direction: minus(at(apart[0]), at(fresh)) });
    } else if (kind === 'nail' || kind === 'on-plane' || kind === 'on-axis') put(kind, [fresh]);
    else if (apart.length) put('distance', [fresh, apart[0]], { value: lengthOf(minus(at(fresh), at(apart[0]))) });
    else if (!adrift) put('nail', [fresh]);
  }
  return { bodies, constraints };
}

/** Half of the rigid bodies hang on one before them, or on the world. */
function joints<Node extends { readonly body: LawBody; readonly i: number }>(
  random: Random,
  nodes: readonly Node[],
  adrift: boolean,
  put: (kind: LawConstraint['kind'], on: readonly Node[], more: Partial<LawConstraint>) => void,
): void {
  const turning = nodes.filter(({ body }) => body.kind === 'rigid');
  turning.forEach((one, k) => {
    if (random.chance(0.4)) return;
    const before = turning.slice(0, k);
    if (adrift && !before.length) return;
    const other = before.length && (adrift || random.chance(0.7)) ? [random.pick(before)] : [];
    const point = plus(one.body.positions[one.i], triple(random, 0.2));
    put(random.pick(jointKinds), [one, ...other], { point });
  });
}

const isOpen = (angle: number): boolean => angle > 0.4 && angle < 2.7;
function angleAt(a: Triple, vertex: Triple, b: Triple): number {
  const [u, v] = [minus(a, vertex), minus(b, vertex)];
  return Math.acos(dot(u, v) / (lengthOf(u) * lengthOf(v)));
}
/** Parts of c and d at right angles to the edge a -> b. */
function arms([a, b, c, d]: readonly Triple[]): readonly [Triple, Triple, Triple] {
  const e = times(minus(b, a), 1 / lengthOf(minus(b, a)));
  const part = (x: Triple): Triple => minus(minus(x, a), times(e, dot(e, minus(x, a))));
  return [e, part(c), part(d)];
}
/** Whether two triangles have an edge and heights of their own. */
function hasEdge(points: readonly Triple[]): boolean {
  if (lengthOf(minus(points[0], points[1])) < 0.1) return false;
  const [, u, v] = arms(points);
  return lengthOf(u) > 0.1 && lengthOf(v) > 0.1;
}
/** From c to d, right-handed about a -> b, 0 to 2 pi. */
function dihedralOf(points: readonly Triple[]): number {
  const [e, u, v] = arms(points);
  const value = Math.atan2(dot(e, cross(u, v)), dot(u, v));
  return value < 0 ? value + 2 * Math.PI : value;
}
function across(along: Triple, random: Random): Triple {
  const other = cross(along, triple(random, 1));
  return times(other, 1 / Math.max(1e-3, lengthOf(other)));
}
