/** What page and worker say to each other about equations that are typed while a scene runs. */
import type { Point } from './point.ts';

/** Where a point is: the weighted mean of nodes or vertices, or a place in the world; of one that moves, where it starts. */
export type PlaceInfo =
  | { readonly nodes: readonly number[]; readonly weights: readonly number[] }
  | { readonly at: Point };

export interface NamedPoint {
  readonly name: string;
  /** in words: `cube, node 4` */
  readonly text: string;
  /** undefined if the equation is not in the world now */
  readonly place?: PlaceInfo;
}

export interface EquationInfo {
  readonly id: string;
  readonly text: string;
  readonly points: readonly NamedPoint[];
  /** `k = 2` */
  readonly parameters: readonly string[];
}

/** A point as the user chose it: a node or a vertex of the picture, a place in the world, or as the equation has it already. */
export type PointChoice = { readonly name: string } & (
  | { readonly node: number }
  | { readonly at: Point }
  | { readonly kept: true }
);

export interface EquationDraft {
  /** id of the equation that it takes the place of */
  readonly replaces?: string;
  readonly text: string;
  readonly points: readonly PointChoice[];
}

/** What is wrong with an equation. */
export interface EquationFault {
  readonly message: string;
  /** where in the text, if it is there: counted from 1, and so many characters */
  readonly column?: number;
  readonly length?: number;
}

/** With a request number around it; each is answered with a fault, or with none when it is done. */
export type EquationWish =
  | { readonly what: 'check-equation' | 'put-equation'; readonly draft: EquationDraft }
  | { readonly what: 'remove-equation'; readonly id: string }
  | { readonly what: 'undo-equation' };

export interface EquationAnswer {
  readonly fault?: EquationFault;
}
