/**
 * Running constraints, for drawing: each member with its points, its forces and its sliders. Nothing is copied, so that ten
 * thousand members can be read after every step; `World.forces` makes three arrays for each.
 */
import type { Anchor } from '../anchors/anchor.ts';
import type { Constraint } from '../constraints/constraint.ts';
import type { ConstraintBatch } from '../constraints/constraint-batch.ts';
import type { Unit } from '../relations/relation.ts';
import type { World } from '../world/world.ts';

/**
 * Where a point slides along a rod.
 * @example const slider: RodSlider | undefined = runningMembers(world)[0].slider;
 */
export interface RodSlider {
  /** id of the rod */
  readonly body: string;
  /** in spans from the rod's start, now */
  readonly u: number;
}

/**
 * A running member of a constraint: its points, its forces, and whether it is active.
 * @example const member: RunningMember = runningMembers(world)[0];
 */
export class RunningMember {
  /** the first of its points that slides along a rod, if one does */
  readonly slider: RodSlider | undefined;

  constructor(
    world: World,
    private readonly group: ConstraintBatch,
    private readonly place: number,
  ) {
    this.slider = sliderOf(world, group, place);
  }
  get constraint(): Constraint {
    return this.group.members[this.place].constraintState.constraint;
  }
  /** which member of its constraint it is */
  get member(): number {
    return this.group.members[this.place].index;
  }
  /** with their present targets */
  get anchors(): readonly Anchor[] {
    return this.group.members[this.place].constraintState.anchors[this.member];
  }
  get isActive(): boolean {
    return this.group.members[this.place].constraintState.active[this.member];
  }
  /** a ramp is still closing its gap */
  get isRamping(): boolean {
    return this.isActive && this.group.isRamping(this.place);
  }
  /** One component of the force at one of `anchors` in the last step, N. */
  force(anchor: number, axis: number): number {
    return this.group.force(this.place, anchor, axis);
  }
}

const known = new WeakMap<readonly ConstraintBatch[], readonly RunningMember[]>();

/**
 * All members of all constraints. The list is the same object until constraints are added or removed.
 * @example runningMembers(world)[0].force(0, 1)
 */
export function runningMembers(world: World): readonly RunningMember[] {
  const { groups } = world.program.constraintSet;
  let list = known.get(groups);
  if (!list) {
    list = groups.flatMap((group) => group.members.map((_, place) => new RunningMember(world, group, place)));
    known.set(groups, list);
  }
  return list;
}

/**
 * Visits the residual of each row of each active constraint. Members whose ramp starts in the next step have no target yet
 * and are left out.
 * @example eachResidual(world, (size, { id }) => console.log(id, size));
 */
export function eachResidual(world: World, visit: (size: number, constraint: Constraint, unit: Unit) => void): void {
  for (const group of world.program.constraintSet.groups) {
    const { unit } = group.boundRelation;
    group.residuals((size, constraintState, place) => {
      const { index } = group.members[place];
      if (constraintState.ramps?.steps[index] !== 0) visit(size, constraintState.constraint, unit);
    });
  }
}

function sliderOf(
  world: World,
  { sliders, members, boundRelation }: ConstraintBatch,
  place: number,
): RodSlider | undefined {
  const { constraintState, index } = members[place];
  const anchors = constraintState.anchors[index];
  for (const { member, slot, coordinate } of sliders) {
    if (member !== place) continue;
    const body = anchors.find((_, a) => boundRelation.anchorSlot(a) === slot)?.body;
    if (body === undefined) continue;
    return {
      body,
      get u() {
        return world.state.column('q')[coordinate];
      },
    };
  }
  return undefined;
}
