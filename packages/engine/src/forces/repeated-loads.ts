/**
 * Loads that are the same for every eight nodes, as the weight of nodes of one mass is: their numbers are read from a table of 24 instead of a
 * column. 9990 cubes, each by itself: the pass takes 71 us for 98, and a step has 1.9 MB of 13.6 less to fetch.
 */
import { repeatedNumbers } from '../kernel/compile/kernel.ts';
import { Flat } from '../kernel/run/flat.ts';
import type { Block } from '../kernel/run/memory.ts';
import type { AddressOf } from '../kernel/run/phase.ts';
import type { State } from '../state/state.ts';
import { loadGroups, loadSinks, type Workplace } from './initial-forces.ts';
import type { Placed } from './placed.ts';

/** Coordinates below which the column is near enough. */
const leastCoordinates = 4096;

export class RepeatedLoads {
  readonly #table: Block<Float64Array>;
  /** made when loads are first seen to repeat */
  #flats: readonly Flat[] | undefined;
  #now = false;

  /** Undefined for bodies whose loads cannot repeat, or do not pay. uniforms: an address */
  static of(placed: readonly Placed[], state: State, uniforms: number, at: Workplace): RepeatedLoads | undefined {
    const size = placed.reduce((sum, p) => sum + p.size, 0);
    const isWhole = placed.every((p) => p.size % repeatedNumbers === 0 && p.size === p.body.coordinates);
    return isWhole && size >= leastCoordinates ? new RepeatedLoads(placed, state, uniforms, at) : undefined;
  }
  private constructor(
    private readonly placed: readonly Placed[],
    private readonly state: State,
    private readonly uniforms: number,
    private readonly at: Workplace,
  ) {
    this.#table = state.arena.f64(repeatedNumbers);
  }
  /** After a change of loads. */
  check(): void {
    const external = this.state.column('external');
    const { start } = this.placed[0];
    this.#now = this.placed.every((p) => {
      for (let i = 0; i < p.size; i++)
        if (!Object.is(external[p.start + i], external[start + (i % repeatedNumbers)])) return false;
      return true;
    });
    if (!this.#now) return;
    this.#table.view().set(external.subarray(start, start + repeatedNumbers));
    this.#flats ??= this.#make();
  }
  #make(): Flat[] {
    const { state } = this;
    const addressOf: AddressOf = (array, phase) =>
      array === 'external' ? this.#table.address : state.addressOf(array, phase);
    return loadGroups(this.placed).map((list) => {
      const made = new Flat(loadSinks(list[0], this.at), state.arena, { kind: 'flat', repeated: 'external' });
      made.bind(list, addressOf, this.uniforms, 0, state.phase);
      return made;
    });
  }
  /** False if loads do not repeat: nothing is done. */
  run(): boolean {
    const flats = this.#flats;
    if (!this.#now || !flats) return false;
    for (let i = 0; i < flats.length; i++) flats[i].run();
    return true;
  }
  release(): void {
    this.state.arena.release(this.#table);
  }
}
