/**
 * The points of constraints as the page draws them, and where they are read from.
 */
import {
  type Anchor,
  type Constraint,
  constraintKinds,
  createPath,
  type Path,
  type RunningMember,
  runningMembers,
  type World,
} from '@pliant/engine';
import type { ConstraintInfo, Holds } from '../../protocol/protocol.ts';
import { meanOfNodes } from '../readings/mean-of-nodes.ts';
import { isPoint, pointOf } from '../readings/rod-places.ts';
import { guideLine, type Slide, slideOf } from '../readings/slides.ts';

/** More points than this are not drawn one by one. */
const mostPoints = 4000;

/** A point of `Holds` in the engine's terms. */
export interface Place {
  readonly of: RunningMember;
  readonly anchor: number;
  /** there is a force on a body to be read */
  readonly pulls: boolean;
}

/** A place in the world, at rest or moving. */
export interface WorldPlace {
  readonly anchor: Anchor;
  readonly path: Path | undefined;
}

export function describeHolds(
  world: World,
  firstNodeOf: (body: string) => number,
  hidden: string | undefined, // a constraint that is drawn otherwise: the hand
): { holds: Holds; places: Place[]; worldPlaces: WorldPlace[]; slides: Slide[] } {
  const listed = world.constraints.filter((c) => c.id !== hidden);
  const index = new Map(listed.map((c, i) => [c.id, i]));
  const places: Place[] = [];
  const worldPlaces = new WorldPlaces();
  const slides: Slide[] = [];
  const guides = new Map<string, Float32Array>();
  const points = {
    owner: [] as number[],
    member: [] as number[],
    role: [] as number[],
    place: [] as number[],
    slide: [] as number[],
    axis: [] as number[],
  };
  const nodes: number[] = [];
  const weights: number[] = [];
  const drawn = { rod: [] as number[], arc: [] as number[] };
  /** of places in the world, the point of each constraint there */
  const shared = new Map<string, number>();
  let omitted = 0;
  for (const one of runningMembers(world)) {
    const { constraint, anchors, member: which } = one;
    if (constraint.id === hidden) continue;
    const owner = index.get(constraint.id) ?? 0;
    const slide = slideOf(world, one);
    const slideIndex = slide ? slides.push(slide) - 1 : -1;
    for (const anchor of anchors) {
      if (!anchor.slide || anchor.body !== undefined) continue;
      const line = guideLine(anchor);
      guides.set(line.join(), line); // members of one constraint share theirs
    }
    const own = shownOf(anchors, constraint, world).map(({ k, anchor, pulls }): number | undefined => {
      const place = anchor.body === undefined ? worldPlaces.indexOf(anchor) : -1;
      const known = place < 0 ? undefined : shared.get(`${owner} ${place}`);
      if (known !== undefined) return known;
      if (places.length >= mostPoints) {
        omitted++;
        return undefined;
      }
      const point = places.push({ of: one, anchor: k, pulls }) - 1;
      if (place >= 0) shared.set(`${owner} ${place}`, point);
      points.owner.push(owner);
      points.member.push(which);
      points.role.push(k);
      points.place.push(place);
      points.slide.push(anchor.slide ? slideIndex : -1);
      points.axis.push(anchor.slide ? -1 : slideIndex);
      const first = anchor.body === undefined ? 0 : firstNodeOf(anchor.body);
      const mean = place < 0 ? meanOfNodes(anchor, world) : [];
      for (let b = 0; b < 4; b++) {
        nodes.push(mean[b] ? first + mean[b].node : -1);
        weights.push(mean[b]?.weight ?? 0);
      }
      return point;
    });
    const figure = constraintKinds().get(constraint.kind)?.glyph.between;
    const whole = own.filter((point) => point !== undefined);
    if (figure && whole.length === anchors.length) drawn[figure].push(...whole);
  }
  return {
    holds: {
      constraints: listed.map(infoOf),
      owner: Uint32Array.from(points.owner),
      member: Uint32Array.from(points.member),
      role: Uint8Array.from(points.role),
      nodes: Int32Array.from(nodes),
      weights: Float32Array.from(weights),
      place: Int32Array.from(points.place),
      slide: Int32Array.from(points.slide),
      axis: Int32Array.from(points.axis),
      slideNodes: Int32Array.from(slides, ({ rod }) => firstNodeOf(rod.id)),
      guides: [...guides.values()],
      rods: Uint32Array.from(drawn.rod),
      arcs: Uint32Array.from(drawn.arc),
      omitted,
    },
    places,
    worldPlaces: worldPlaces.list,
    slides,
  };
}

interface Shown {
  /** which of the member's anchors it stands for */
  readonly k: number;
  readonly anchor: Anchor;
  readonly pulls: boolean;
}
/**
 * The anchors of a member that are drawn. What grips is where the other point is, and has other corners all the time; what a
 * nail aims at is where the nail is, and a guide is drawn as a whole. Tangents and twists are shown where there is nothing
 * else, at their points of rods.
 */
function shownOf(anchors: readonly Anchor[], { target, part, couple }: Constraint, world: World): Shown[] {
  // of a joint, its place; its other points stand for directions
  if (part !== undefined) return couple ? [] : [{ k: 0, anchor: anchors[0], pulls: true }];
  const onBodies = anchors.map((anchor, k) => ({ k, anchor })).filter(({ anchor }) => anchor.body !== undefined);
  if (onBodies.length && !onBodies.some(({ anchor }) => isPoint(anchor))) {
    return onBodies.map(({ k, anchor }) => ({
      k,
      anchor: pointOf(anchor, world.body(anchor.body as string)),
      pulls: false,
    }));
  }
  const slides = anchors.some(({ slide }) => slide);
  return anchors.flatMap((anchor, k): Shown[] => {
    if (!isPoint(anchor)) return [];
    if (anchor.body !== undefined) return anchor.grip ? [] : [{ k, anchor, pulls: true }];
    const isDirection = k > 0 && !isPoint(anchors[k - 1]); // what a tangent is compared with
    const isShown = !anchor.slide && !isDirection && (target === undefined || slides);
    return isShown ? [{ k, anchor, pulls: false }] : [];
  });
}

const glyphOf = (kind: string): Pick<ConstraintInfo, 'glyph'> => {
  const glyph = constraintKinds().get(kind)?.glyph;
  return glyph ? { glyph } : {};
};
const infoOf = ({ id, kind, method, members, relation, target, couple }: Constraint): ConstraintInfo => ({
  id,
  kind,
  ...glyphOf(kind),
  method: method.kind,
  members: members.length,
  unit: relation.unit,
  turns: couple === true || members[0].every((anchor) => anchor.body === undefined || !isPoint(anchor)),
  between: members[0].length > 1 && members[0].every((anchor) => anchor.body !== undefined),
  canMoveHere:
    target !== undefined &&
    relation.unit === 'm' &&
    members.every((anchors) => anchors.length === 2 && !anchors.some(({ path, slide }) => path || slide)),
});

/** Places in the world, each once: spokes share their hub. */
class WorldPlaces {
  readonly list: WorldPlace[] = [];
  readonly #resting = new Map<string, number>();

  indexOf(anchor: Anchor): number {
    const key = anchor.path ? undefined : anchor.parameters.join();
    const known = key === undefined ? undefined : this.#resting.get(key);
    if (known !== undefined) return known;
    const index = this.list.push({ anchor, path: anchor.path && createPath(anchor.path) }) - 1;
    if (key !== undefined) this.#resting.set(key, index);
    return index;
  }
}

/** Where they are at a time. */
export function readWorldPlaces(
  list: readonly WorldPlace[],
  time: number,
  out: Float32Array, // (3n), written
): void {
  const motion = new Float64Array(9);
  list.forEach(({ anchor, path }, i) => {
    path?.evaluate(time, motion);
    for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = path ? motion[axis] : anchor.parameters[axis];
  });
}
