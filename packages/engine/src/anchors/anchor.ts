/**
 * An anchor turns coordinates into a point: x = h(q, parameters). Only the formula of x is written; dx/dq, the velocity
 * and its bias Ldot qdot are derived from it.
 */
import type { BlockOf, PointFormula } from '../bodies/body.ts';
import type { RodWrap } from '../bodies/rod/wrap/rod-wraps.ts';
import type { Surface } from '../geometry/surface.ts';
import type { Expr } from '../kernel/formula/expr.ts';
import type { PathDef } from '../paths/path.ts';
import type { StateFormulas } from '../state/state-block.ts';

/** What anchors of one kind have in common; constraints whose anchors have equal shapes run in one batch. */
export interface AnchorShape extends PointFormula {
  /** for each parameter that changes with time: the index of the parameter that is its rate */
  readonly rates?: readonly number[];
  /** its first parameters are the weights of its blocks: a block of weight 0 is neither read nor moved */
  readonly weighted?: true;
  /** blocks, by number, that it reads and on which no force of a constraint acts */
  readonly passive?: readonly number[];
  /** it stands for a direction or a number, and is no place in space */
  readonly vector?: true;
  /** its parameters are computed again as it slides: they may change in every step */
  readonly sought?: true;
  /** state of its own blocks (see Anchor.own); if not given they are of order 2, moved by forces alone */
  readonly state?: readonly StateFormulas<
    [q: readonly BlockOf<Expr>[], v: readonly BlockOf<Expr>[], parameters: readonly Expr[]]
  >[];
}

/** How an anchor slides: its parameter u runs from 0 to `spans`. */
export interface Slide {
  readonly spans: number;
  /** the curve is closed: u continues beyond `spans`, and `at` accepts any span */
  readonly closed?: true;
  at(span: number): Pick<Anchor, 'blocks' | 'parameters'>;
  /** viscous friction, N s/m: in proportion to its speed along the body */
  readonly friction?: number;
  /** Coulomb friction, relative to the force across */
  readonly coulomb?: number;
  /** a force along the body, N */
  readonly drive?: number;
  /** u over time, first component, instead of an unknown */
  readonly imposed?: PathDef;
  /** at an end of the body it is released (default), or stops */
  readonly ends?: 'release' | 'stop';
  /** with stops: u of both stops, if they are not at the ends */
  readonly between?: readonly [number, number];
}

/** How the material of a rod passes a point where it is cut. Places are those of a slide: u times `scale`. */
export interface Passage extends Omit<Slide, 'spans' | 'at' | 'closed'> {
  /** of the body, the material coordinate S of the cut, m */
  readonly coordinate: number;
  /** m for a unit of u */
  readonly scale: number;
  /** Coulomb friction as on a drum, over all of the angle by which the rope turns */
  readonly drum?: boolean;
  /** of a pulley that turns with the rope: its moment of inertia over the square of its radius, kg */
  readonly inertia?: number;
  /** of the rod at rest, m; the shortest piece of it, m */
  readonly length: number;
  readonly least: number;
  /** only the neighbour on this side keeps it from passing */
  readonly within?: 'below' | 'above';
  /** coordinates of the angles at which the rod meets its pulley, of a cut that is one of its tangent points */
  readonly wrapped?: readonly [number, number];
  /** it is no S, but slip on a rim or the angle of a wheel: nothing bounds it */
  readonly endless?: true;
  /** rows of its constraint define it: it has no stiffness of its own */
  readonly defined?: true;
  /** the largest torque of a brake, N m */
  readonly brake?: number;
  /** it is slip on the rim of a pulley, whose Coulomb friction depends on the tensions there */
  readonly rim?: RimGrip;
}
/** The grip of a rim on one half of the arc that a rod lies on. */
export interface RimGrip {
  readonly side: 0 | 1;
  readonly wrap: RodWrap;
  /** kg/m */
  readonly rhoA: number;
  /** among the rows of the constraint: the first of the force on the tangent point, and the friction */
  readonly force: number;
  readonly friction: number;
}

/**
 * A point of a body or of the world, as constraints see it: a formula of some coordinates, with parameters.
 * @example const corner: Anchor = node(cube, 0);
 */
export interface Anchor {
  readonly shape: AnchorShape;
  /** id of the body, if it is on one */
  readonly body?: string;
  /** first coordinate of each block, counted from the body's first */
  readonly blocks: readonly number[];
  readonly parameters: readonly number[];
  /** state of its own, in the last of its shape's blocks: its start, and its inverse mass (of order 2) */
  readonly own?: readonly { readonly start: readonly number[]; readonly w?: number }[];
  /** it slides along its body; its unknown is u, in spans, and each span has its own blocks and parameters */
  readonly slide?: Slide;
  /** it slides with another anchor of its constraint, by number, and shares its unknown */
  readonly with?: number;
  /** its body, a rod, is cut here, and its material passes (bodies/rod/cut) */
  readonly passage?: Passage;
  /** a world point that moves */
  readonly path?: PathDef;
  /** its blocks and parameters are those of the closest point of the given simplex, or of a surface of the body (see closest-attachment.ts) */
  readonly grip?: { readonly mode: 'stick' | 'slide'; readonly surface?: Surface };
}

/**
 * The ids of the bodies that the members of a constraint act on, each once, in the order of the first point on it.
 * @example bodiesOf(join(node(cube, 0), node(other, 0)).members)
 */
export function bodiesOf(members: readonly (readonly Anchor[])[]): Set<string> {
  const found = new Set<string>();
  let last: string | undefined;
  for (let m = 0; m < members.length; m++) {
    const anchors = members[m];
    for (let k = 0; k < anchors.length; k++) {
      const { body } = anchors[k];
      if (body === undefined || body === last) continue;
      found.add(body);
      last = body;
    }
  }
  return found;
}
