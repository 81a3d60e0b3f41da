/** The elements of a batch. */
export interface Elements {
  readonly count: number;
  /** first coordinate of each block an element touches   (count x slots) */
  readonly blocks: ArrayLike<number>;
  /** (count x parameters) */
  readonly parameters: ArrayLike<number>;
}
