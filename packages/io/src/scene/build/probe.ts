/** A probe of a scene: named numbers with a unit, read after a step. */
export interface Probe {
  readonly id: string;
  readonly kind: string;
  readonly unit: string;
  readonly components: readonly string[];
  read(): number[];
}
/** Makes a probe of the definition at hand. */
export type ProbeMaker = (unit: string, components: readonly string[], read: () => number[]) => Probe;
