/** The state that a member of a constraint owns: its anchors', then its method's (see state/state-block.ts). */
import type { Anchor } from '../../anchors/anchor.ts';
import { widthOf } from '../../bodies/blocks/block.ts';
import { gather, parameter } from '../../kernel/compile/kernel.ts';
import type { Expr } from '../../kernel/formula/expr.ts';
import { type StateBlock, stateFormula } from '../../state/state-block.ts';
import { spanAt } from '../attachments/sliders.ts';
import { boundRelationOf } from '../batch-key.ts';
import type { BoundRelation } from '../bound-relation.ts';
import type { Constraint } from '../constraint.ts';
import type { Method } from '../method.ts';

export interface OwnState {
  readonly state: StateBlock<[]>;
  /** the anchor it belongs to; undefined for the method's */
  readonly anchor?: number;
  /** the slot of its block in the kernels of the constraint */
  readonly slot: number;
  /** rate or update at the columns q and v, if it has one */
  readonly formula?: () => readonly Expr[];
  /** see MethodState.written */
  readonly written?: true;
}

export const ownState = (constraint: Constraint, anchors: readonly Anchor[]): OwnState[] =>
  stateOn(boundRelationOf(constraint, anchors), anchors, constraint.method, `constraint "${constraint.id}"`);

function stateOn(bound: BoundRelation, anchors: readonly Anchor[], method: Method, where: string): OwnState[] {
  const own = anchors.flatMap((anchor, k) => ofAnchor(bound, anchor, k, where));
  const kept = method.state?.(bound);
  if (!kept) return own;
  const { start, order, w } = kept;
  const slot = bound.methodSlot;
  const at = (array: string): Expr[] => start.map((_, c) => gather(array, slot, c));
  const formula = stateFormula(kept, start.length, `${where}: method "${method.kind}"`);
  return [
    ...own,
    {
      ...made({ start, order, ...(w === undefined ? {} : { w }) }, slot, formula && (() => formula(at('q'), at('v')))),
      ...(kept.written ? { written: true as const } : {}),
    },
  ];
}

/** The span of a slider is stored behind its u (see Slider.centre). */
function ofAnchor(bound: BoundRelation, anchor: Anchor, k: number, where: string): OwnState[] {
  const { own = [], slide, shape } = anchor;
  const first = bound.anchorSlot(k) + shape.blocks.length - own.length;
  return own.map(({ start, w }, i): OwnState => {
    const formulas = shape.state?.[i];
    const size = widthOf(shape.blocks[shape.blocks.length - own.length + i]);
    const block = {
      start: slide ? [...start, spanAt(slide, start[0])] : start,
      order: formulas?.order ?? 2,
      ...(w === undefined ? {} : { w }),
    } as const;
    if (!formulas) return { ...made(block, first + i), anchor: k };
    const formula = stateFormula(formulas, size, `${where}: anchor "${shape.name}"`);
    const column = bound.anchorColumn(k);
    const parameters = Array.from({ length: shape.parameters }, (_, c) => parameter(column + c));
    const at = formula && (() => formula(bound.blocks('q', k), bound.blocks('v', k), parameters));
    return { ...made(block, first + i, at), anchor: k };
  });
}
const made = (state: StateBlock<[]>, slot: number, formula?: () => readonly Expr[]): OwnState => ({
  state,
  slot,
  ...(formula ? { formula } : {}),
});
