/** The bodies of a fit, their coordinates in one array, and the joints between them. */
import type { Anchor } from '../anchors/anchor.ts';
import { worldPoint } from '../anchors/world-point.ts';
import { Refusal } from '../base/refusal.ts';
import { isSuperquadric, type Superquadric } from '../bodies/superquadric/superquadric.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { ghostCoordinates } from '../kernel/run/batch.ts';
import { Arena, type Block } from '../kernel/run/memory.ts';
import { coincide } from '../relations/points/coincide.ts';
import type { World } from '../world/world.ts';
import type { Datum } from './options.ts';
import { PointRows } from './point-rows.ts';

/** Nodes whose displacements can be fitted: the system of a body is dense. */
const mostLocal = 400;

export class TrackedBodies {
  readonly bodies: readonly Superquadric[];
  /** first coordinate of each body */
  readonly at: readonly number[];
  readonly joints: PointRows;
  /** constraint of each member of `joints` */
  readonly jointIds: readonly string[];
  /** a member for each marker, three rows each */
  readonly markers: PointRows;
  readonly #block: Block<Float64Array>;

  constructor(world: World, data: readonly Datum[]) {
    this.bodies = world.bodies.filter(isSuperquadric);
    if (!this.bodies.length)
      throw new Refusal(
        'misfit',
        { of: 'tracker' },
        'there is no superquadric; only superquadrics are fitted to data.',
      );
    for (const { id, layout } of this.bodies)
      if (layout.local > mostLocal)
        throw new Refusal(
          'misfit',
          { body: id, field: 'grid' },
          `${layout.local} nodes; local displacements of at most ${mostLocal} are fitted. Give a coarser grid, or leave "local" out of "free".`,
          [id],
        );
    let size = 0;
    this.at = this.bodies.map(({ coordinates }) => {
      size += coordinates;
      return size - coordinates;
    });
    const arena = new Arena(8 * (size + ghostCoordinates) + 65536);
    this.#block = arena.f64(size + ghostCoordinates);
    const index = new Map(this.bodies.map(({ id }, p) => [id, p]));
    const placeOf = (id: string) => {
      const body = index.get(id) as number;
      return { body, coordinate: this.at[body] };
    };
    const joined = world.constraints.flatMap((one) => membersOf(world, one, (id) => index.has(id)));
    this.joints = new PointRows(joined, placeOf, arena, this.#block);
    this.jointIds = joined.map(({ id }) => id);
    const marks = data.flatMap(({ anchor }) => (anchor ? [anchor] : []));
    this.markers = new PointRows(
      marks.map((anchor) => ({ relation: coincide(2), parameters: [], anchors: [anchor, worldPoint(0, 0, 0)] })),
      placeOf,
      arena,
      this.#block,
    );
    this.bodies.forEach(({ id }, p) => {
      this.q.set(world.coordinates(id), this.at[p]);
    });
  }
  /** Coordinates of all bodies; fetch anew each time. */
  get q(): Float64Array {
    return this.#block.view();
  }
  bodyOf(id: string): number {
    return this.bodies.findIndex((body) => body.id === id);
  }
}

/** The active members of a constraint, as joints of a fit. */
function membersOf(world: World, constraint: Constraint, isFitted: (id: string) => boolean) {
  const { id, relation, members, parameters, each, velocity, drives } = constraint;
  const refuse = (fact: string): Refusal => new Refusal('misfit', { constraint: id }, fact, [id]);
  return members.flatMap((anchors, m) => {
    if (!world.isActive(id, m)) return [];
    if (relation.sense !== '=' || velocity)
      throw refuse(
        'it is one-sided or acts on velocities, and a fit holds equalities of positions only. Remove it, or start it inactive.',
      );
    if (drives?.length || anchors.some((anchor) => anchor.path || anchor.slide || anchor.own))
      throw refuse('it moves with time or slides, which a fit does not. Give it fixed points.');
    const stranger = anchors.find(({ body }) => body !== undefined && !isFitted(body));
    if (stranger)
      throw refuse(
        `it holds body "${stranger.body}", and only superquadrics are fitted. Remove it, or start it inactive.`,
      );
    return [{ id, relation, parameters: each?.[m] ?? parameters, anchors: [...anchors] as Anchor[] }];
  });
}
