/**
 * Attachments: the closest point of a line, triangle, tet or surface.                                   [GBT06, sec. 4.3, 4.4]
 *
 * An attachment is an anchor at the point of its body closest to the constraint's other point, as weights of two, three or four
 * nodes. One that sticks is found when its constraint becomes active, at the present positions; one that slides is found in each
 * step, at the predicted positions (weights from the old ones would never change: errata, E9). On a surface the triangle is tracked
 * from step to step (geometry/surface.ts).
 */
import type { Anchor } from '../../anchors/anchor.ts';
import { closestOnSimplex } from '../../geometry/closest.ts';

/** The attachments of a constraint's members, kept from step to step. */
export class AttachmentTable {
  /** whether it has been found since the member became active */
  readonly found: Uint8Array;
  readonly triangle: Int32Array;
  /** distance from the other point when it was last found, m */
  readonly distance: Float64Array;
  readonly weights: Float64Array;

  constructor(
    readonly members: number,
    readonly corners: number,
  ) {
    this.found = new Uint8Array(members);
    this.triangle = new Int32Array(members);
    this.distance = new Float64Array(members);
    this.weights = new Float64Array(members * corners).fill(1 / corners);
  }
  copy(): AttachmentTable {
    const made = new AttachmentTable(this.members, this.corners);
    made.take(this);
    return made;
  }
  take(other: AttachmentTable): void {
    this.found.set(other.found);
    this.triangle.set(other.triangle);
    this.distance.set(other.distance);
    this.weights.set(other.weights);
  }
}

/** Finds weights on the body of an anchor. */
export class Gripper {
  readonly #corners: Int32Array;
  readonly #weights = new Float64Array(4);

  constructor(
    private readonly anchor: Anchor,
    /** first coordinate of the body */
    private readonly first: number,
    private readonly attachments: AttachmentTable,
    private readonly member: number,
  ) {
    this.#corners = Int32Array.from(anchor.blocks, (b) => first + b);
  }
  get slides(): boolean {
    return this.anchor.grip?.mode === 'slide';
  }
  /** Finds the closest point to a point, at positions x. `follow`: starts from the last one. Returns whether its nodes have changed. */
  find(x: Float64Array, px: number, py: number, pz: number, follow: boolean): boolean {
    const { attachments, member, anchor } = this;
    const { corners, triangle, distance, weights } = attachments;
    const out = this.#weights;
    const before = triangle[member];
    const surface = anchor.grip?.surface;
    if (!surface) distance[member] = Math.sqrt(closestOnSimplex(x, this.#corners, px, py, pz, out));
    else {
      triangle[member] = follow
        ? surface.track(x, this.first, before, distance[member], px, py, pz, out)
        : surface.search(x, this.first, px, py, pz, out);
      distance[member] = surface.distance;
    }
    for (let i = 0; i < corners; i++) weights[member * corners + i] = out[i];
    const fresh = !attachments.found[member];
    attachments.found[member] = 1;
    return surface !== undefined && (fresh || triangle[member] !== before);
  }
  /** First coordinate of a corner of the present attachment, among all. */
  block(corner: number): number {
    const surface = this.anchor.grip?.surface;
    if (!surface) return this.#corners[corner];
    return this.first + 3 * surface.triangles[3 * this.attachments.triangle[this.member] + corner];
  }
}

/** The second anchor of a member is the attachment. */
export function gripperOf(
  anchors: readonly Anchor[],
  attachments: AttachmentTable,
  member: number,
  startOf: (body: string) => number,
): Gripper {
  const anchor = anchors[1];
  return new Gripper(anchor, startOf(anchor.body as string), attachments, member);
}
