/** What a batch of constraints consists of, as its members are when it is made: their tables, and what reads and writes them. */
import type { Anchor } from '../../anchors/anchor.ts';
import type { Placed } from '../../forces/placed.ts';
import type { StateBatch } from '../../forces/state-sinks.ts';
import type { Integrator } from '../../integrators/integrator.ts';
import { IntegratorLists } from '../../integrators/integrator-lists.ts';
import type { Batch } from '../../kernel/run/batch.ts';
import type { State } from '../../state/state.ts';
import { Attachments } from '../attachments/attachments.ts';
import { ObstaclePlanes } from '../attachments/obstacle-planes.ts';
import type { Passage } from '../attachments/passage.ts';
import { passagesOf } from '../attachments/passages.ts';
import type { Slider } from '../attachments/slider.ts';
import { SliderSpans } from '../attachments/slider-spans.ts';
import { slidersOf } from '../attachments/sliders.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { ConstraintState, Member, MemberRun } from '../constraint-state.ts';
import { Drivers } from '../drivers/drivers.ts';
import type { Method, Rule } from '../method.ts';
import { type SchemeOf, stateBatches } from '../state/state-batches.ts';
import { BatchRecords } from './batch-records.ts';
import { BatchTables, writeParameters } from './batch-tables.ts';

/** Where bodies and members lie in the state. */
export interface Placing {
  find(body: string): Placed;
  /** Writes the first coordinate of every block behind a member of a constraint. */
  writeBlocks(constraintState: ConstraintState, member: number, out: Int32Array, first: number): void;
  /** Whether its members have blocks of their own, beside those of their anchors' bodies. */
  ownsBlocks(constraintState: ConstraintState): boolean;
  /** how many steps ahead the body of an anchor is predicted */
  lookahead(anchor: Anchor): number;
  /** how its state is advanced */
  readonly schemeOf: SchemeOf;
}

export interface BatchParts {
  readonly integrators: readonly Integrator[];
  readonly integratorsOf: readonly (readonly Integrator[])[];
  readonly sliders: readonly Slider[];
  readonly passages: readonly Passage[];
  readonly spans: SliderSpans;
  readonly rule: Rule;
  readonly batch: Batch;
  readonly forces: BatchRecords;
  readonly stateBatches: readonly StateBatch[];
  readonly tables: BatchTables;
  readonly drivers: Drivers;
  readonly attachments: Attachments;
  /** made when residuals are asked for */
  residuals?: Batch;
  /** as members were counted last */
  readonly wasActive: Uint8Array;
  /** the planes of obstacles that members meet, if there are any */
  readonly obstacles: ObstaclePlanes | undefined;
}

/** How many numbers are recorded of the forces of a member, without the tables of a batch. */
export function recordWidth(
  runs: readonly MemberRun[],
  boundRelation: BoundRelation,
  method: Method,
  placing: Placing,
): number {
  const found = new Set<Integrator>();
  let last: string | undefined;
  for (const { constraintState, index, count } of runs)
    for (let m = index; m < index + count; m++) {
      const anchors = constraintState.anchors[m];
      for (let k = 0; k < anchors.length; k++) {
        const { body } = anchors[k];
        if (body === undefined || body === last) continue;
        found.add(placing.find(body).integrator);
        last = body;
      }
    }
  return method.rule(boundRelation, [...found]).forces[0].length;
}

/** slots: blocks of a member */
export function batchParts(
  {
    members,
    boundRelation,
    method,
    slots,
  }: {
    readonly members: readonly Member[];
    readonly boundRelation: BoundRelation;
    readonly method: Method;
    readonly slots: number;
  },
  placing: Placing,
  state: State,
  uniforms: number,
): BatchParts {
  const tables = new BatchTables(members.length, slots, boundRelation, state, uniforms);
  const startOf = (body: string): number => placing.find(body).start;
  const found = new Set<Integrator>();
  const w = state.column('w');
  const lists = new IntegratorLists();
  let [slides, passes] = [false, false];
  let last: ConstraintState | undefined;
  let owns = false;
  const integratorsOf = members.map(({ constraintState, index }, m) => {
    lists.begin();
    const anchors = constraintState.anchors[index];
    if (constraintState !== last) {
      last = constraintState;
      owns = placing.ownsBlocks(constraintState);
    }
    let at = m * slots;
    for (let k = 0; k < anchors.length; k++) {
      const { body, blocks, grip, slide, passage } = anchors[k];
      if (slide) slides = true;
      if (passage) passes = true;
      const placed = body === undefined ? undefined : placing.find(body);
      const start = placed ? placed.start : 0;
      for (let b = 0; !owns && b < blocks.length; b++) tables.blocks[at++] = start + blocks[b];
      if (!placed) continue;
      const { integrator } = placed;
      found.add(integrator);
      if (grip || slide || isFree(w, start, blocks)) lists.add(integrator);
    }
    if (owns) placing.writeBlocks(constraintState, index, tables.blocks, m * slots);
    writeParameters(constraintState, index, boundRelation, tables.parameters, m * boundRelation.columns);
    return lists.found;
  });
  const integrators = [...found];
  const sliders = slides ? slidersOf(members, boundRelation, tables.blocks, slots, startOf) : [];
  const rule = method.rule(boundRelation, integrators);
  const batch = tables.whole(rule.kernel);
  const differences = new Set(integrators.map(({ pathDifference }) => pathDifference));
  const isObstacle = members.some((m) => m.constraintState.constraint.obstacle);
  return {
    ...{ integrators, integratorsOf, sliders, rule, batch, tables },
    passages: passes ? passagesOf(members, startOf) : [],
    obstacles: isObstacle ? new ObstaclePlanes(members, boundRelation, tables, state) : undefined,
    spans: new SliderSpans(sliders, tables, state),
    attachments: new Attachments(members, boundRelation, tables, state, startOf),
    forces: new BatchRecords(members, boundRelation, rule, batch, tables),
    drivers: new Drivers(
      members,
      boundRelation,
      tables,
      state,
      (all) => (method.predicts ? Math.max(1, ...all.map((a) => placing.lookahead(a))) : 1),
      method.follows && differences.size === 1 ? [...differences][0] : undefined,
    ),
    stateBatches: stateBatches(members, tables, placing.schemeOf),
    wasActive: new Uint8Array(members.length),
  };
}

function isFree(w: Float64Array, start: number, blocks: readonly number[]): boolean {
  for (let b = 0; b < blocks.length; b++) if (w[start + blocks[b]] > 0) return true;
  return false;
}
