/** What can be read of a world between two steps. */
import type { Anchor } from '../anchors/anchor.ts';
import type { StepReport } from '../constraints/method.ts';
import { ownOf } from '../state/state.ts';
import type { Contents } from './contents.ts';

export function positions(contents: Contents, id: string): Float64Array {
  const program = contents.ready();
  const placed = program.find(contents.resident(id).body.id);
  const { start, body } = placed;
  const nodes = (): Float64Array => contents.state.column('q').subarray(start, start + 3 * body.nodeCount);
  return program.pointsOf(placed)?.positions() ?? nodes();
}

export function coordinates(contents: Contents, id: string): Float64Array {
  const { start, body } = contents.ready().find(contents.resident(id).body.id);
  return contents.state.column('q').subarray(start, start + body.coordinates);
}

export function coordinateVelocities(contents: Contents, id: string): Float64Array {
  const { starting } = contents.resident(id);
  const program = contents.ready();
  const placed = program.find(id);
  return starting ? ownOf(contents.state, 'v', placed).slice() : program.velocities(placed);
}

export function velocities(contents: Contents, id: string): Float64Array {
  const program = contents.ready();
  const points = program.pointsOf(program.find(contents.resident(id).body.id));
  return points?.velocities(coordinateVelocities(contents, id)) ?? contents.velocitiesIn(program, id);
}

export function stateOf(contents: Contents, id: string): Float64Array[] {
  const { stateBlocks } = contents.ready();
  const stretches = contents.bodies.has(id)
    ? stateBlocks.partsOf(id)
    : (stateBlocks.blocksOf(contents.constraintState(id)) ?? []).flat().map(({ stretch }) => stretch);
  return stretches.map((stretch) => ownOf(contents.state, 'q', stretch));
}

export function forces(contents: Contents, id: string): number[][][] {
  const constraintState = contents.constraintState(id);
  const { members, target } = constraintState.constraint;
  const places = contents.ready().constraintSet.placesOf(constraintState);
  return members.map((given, m) => {
    const { group, member } = places[m];
    const order = constraintState.anchors[m];
    const place = (a: Anchor, k: number): number => (k === target ? k : order.indexOf(a));
    return given.map((a, k) => [0, 1, 2].map((axis) => group.force(member, place(a, k), axis)));
  });
}

export function stepReports(contents: Contents): StepReport[] {
  const { implicit, constraintSet } = contents.ready();
  return [...(implicit?.stepReports() ?? []), ...constraintSet.stepReports()];
}
