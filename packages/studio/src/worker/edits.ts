/** Edits of a running scene: another definition under an id, or none, and all that undone, the last one first. */
import type { ConstraintDef, Simulation } from '@pliant/io';

export class Edits {
  /** what stood under an id before each edit */
  readonly #undo: { readonly id: string; readonly before: ConstraintDef | undefined }[] = [];

  constructor(private readonly simulation: () => Simulation) {}

  /** Whether there is anything to undo. */
  get any(): boolean {
    return this.#undo.length > 0;
  }
  /** Throws, and changes nothing, if it cannot be. */
  set(id: string, def: ConstraintDef | undefined): void {
    this.#undo.push({ id, before: this.#exchange(id, def) });
  }
  /** False if there is nothing to undo. */
  undo(): boolean {
    const last = this.#undo.at(-1);
    if (!last) return false;
    this.#exchange(last.id, last.before);
    this.#undo.pop();
    return true;
  }
  #exchange(id: string, def: ConstraintDef | undefined): ConstraintDef | undefined {
    const simulation = this.simulation();
    const before = simulation.def.constraints?.find((one) => one.id === id);
    if (!def) simulation.removeConstraint(id);
    else if (before) simulation.replaceConstraint(id, def);
    else simulation.addConstraint(def);
    return before;
  }
}
