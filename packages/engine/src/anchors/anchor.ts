/**
 * An anchor turns coordinates into a point: x = h(q, parameters). Only the formula of x is written; dx/dq, the velocity
 * and its bias Ldot qdot are derived from it.
 */
import type { BlockOf, PointFormula } from '../bodies/body.ts';
import type { Surface } from '../geometry/surface.ts';
import type { Expr } from '../kernel/formula/expr.ts';
import type { PathDef } from '../paths/path.ts';
import type { StateFormulas } from '../state/state-block.ts';

/** What anchors of one kind have in common; constraints whose anchors have equal shapes run in one batch. */
export interface AnchorShape extends PointFormula {
  /** of each parameter that moves with time: which parameter is its rate */
  readonly rates?: readonly number[];
  /** its first parameters are the weights of its blocks: a block of weight 0 is neither read nor moved */
  readonly weighted?: true;
  /** its parameters are found anew as it slides: they may change in every step */
  readonly sought?: true;
  /** how each of its own blocks changes (see Anchor.own); where not given they are of order 2, moved by forces alone */
  readonly state?: readonly StateFormulas<
    [q: readonly BlockOf<Expr>[], v: readonly BlockOf<Expr>[], parameters: readonly Expr[]]
  >[];
}

/** How an anchor slides: its place u runs from 0 to `spans`. */
export interface Slide {
  readonly spans: number;
  /** it comes round: u goes on beyond `spans`, and `at` is asked for any span */
  readonly closed?: true;
  at(span: number): Pick<Anchor, 'blocks' | 'parameters'>;
  /** N s/m: holds it back in proportion to its speed along the body */
  readonly friction?: number;
  /** of the force across: Coulomb's */
  readonly coulomb?: number;
  /** N: pushes it along the body */
  readonly drive?: number;
  /** u over time, first component, instead of an unknown */
  readonly imposed?: PathDef;
  /** what happens at an end of the body: it comes off (default), or stops there */
  readonly ends?: 'release' | 'stop';
  /** with stops: u of the two, if not at the ends */
  readonly between?: readonly [number, number];
}

export interface Anchor {
  readonly shape: AnchorShape;
  /** id of the body, if it is on one */
  readonly body?: string;
  /** first coordinate of each block, counted from the body's first */
  readonly blocks: readonly number[];
  readonly parameters: readonly number[];
  /** state of its own, in the last of its shape's blocks: where it starts, and how easily it moves (of order 2) */
  readonly own?: readonly { readonly start: readonly number[]; readonly w?: number }[];
  /** it slides along its body, and its own unknown says where: in spans, each on blocks and parameters of its own */
  readonly slide?: Slide;
  /** it slides with another anchor of its constraint, the one of this number, and reads the unknown of that */
  readonly with?: number;
  /** a world point that moves */
  readonly path?: PathDef;
  /** its blocks and parameters are found: on the simplex they name, or on a surface of the body (see closest-attachment.ts) */
  readonly grip?: { readonly mode: 'stick' | 'slide'; readonly surface?: Surface };
}
