/** A scene that runs: its world, its events and its probes, and all of it kept and put back. */
import { field, notices, rowCount, rowSort, type World } from '@pliant/engine';
import type { Assets } from './assets.ts';
import type { FitParts } from './build/fit.ts';
import { type Notice, noticesOf } from './build/notices.ts';
import type { Probe } from './build/probe.ts';
import { edited } from './file/edit.ts';
import type { ConstraintDef, SceneDef } from './schema.ts';
import type { Overrides, SimulationParts } from './simulation-parts.ts';
import { readState, writeState } from './state.ts';

export interface Counts {
  readonly bodies: number;
  readonly nodes: number;
  readonly tets: number;
  readonly hexes: number;
  readonly rods: number;
  readonly constraints: {
    /** as the scene lists them */
    readonly groups: number;
    /** members of groups, one by one */
    readonly total: number;
    readonly active: number;
    readonly byKind: Readonly<Record<string, number>>;
  };
  /** of active constraints: to the world, between bodies, one-sided */
  readonly rows: { readonly absolute: number; readonly relative: number; readonly contact: number };
}

/** Tets of second order count as one, not as their parts. */
const tetCount = ({ mesh }: World['bodies'][number]): number =>
  mesh?.secondOrder ? mesh.secondOrder.length / 10 : (mesh?.tets.length ?? 0) / 4;

export class Simulation {
  readonly file: string;
  readonly overrides: Overrides;
  readonly assets: Assets;
  readonly world: World;
  /** id of a body in the world to its entry in `def.bodies` */
  get entryOf(): ReadonlyMap<string, number> {
    const { def, cast } = this.#parts;
    if (!this.#entryOf) {
      const indices = new Map(def.bodies.map((b, i) => [b.id, i]));
      this.#entryOf = new Map(cast.members.map((m) => [m.body.id, indices.get(m.entry.def.id) as number]));
    }
    return this.#entryOf;
  }
  #entryOf: ReadonlyMap<string, number> | undefined;
  #parts: SimulationParts;

  constructor(parts: SimulationParts) {
    this.#parts = parts;
    this.file = parts.file;
    this.overrides = parts.overrides;
    this.assets = parts.assets;
    this.world = parts.world;
  }

  /** The scene, with what was edited. */
  get def(): SceneDef {
    return this.#parts.def;
  }
  /** What was said while mesh files were read: cells that were turned, left out, reduced. */
  get meshNotices(): readonly string[] {
    return this.#parts.cast.files.notices;
  }
  #notices: readonly Notice[] | undefined;
  /** What is right by itself and probably not meant, at the start: each with its path and what would do. */
  get notices(): readonly Notice[] {
    this.#notices ??= noticesOf(this.#parts);
    return this.#notices;
  }
  /** What should be known of constraints that are not met, as things are now. */
  get unmet(): readonly string[] {
    return notices(this.#parts.world);
  }
  /** How it is fitted to data, as its block "fit" says. */
  get fit(): FitParts | undefined {
    return this.#parts.fit;
  }
  get probes(): readonly Probe[] {
    return this.#parts.probes;
  }
  /** id of a constraint in the scene to the ids of those it is in the world: of `join-touching`, one for each number of points */
  get constraintIds(): ReadonlyMap<string, readonly string[]> {
    return new Map(Array.from(this.#parts.constraints, ([id, made]) => [id, made.map((m) => m.id)]));
  }

  /** From now on the scene has one more constraint. A SceneError tells why it cannot, and nothing is changed; see edit.ts. */
  addConstraint(def: ConstraintDef): void {
    this.#parts = edited(this.#parts, undefined, [def]);
  }
  /** From now on another one stands in its place, under its id or another. */
  replaceConstraint(id: string, def: ConstraintDef): void {
    this.#parts = edited(this.#parts, id, [def]);
  }
  removeConstraint(id: string): void {
    this.#parts = edited(this.#parts, id, []);
  }

  /** Run so many steps; events happen by themselves. */
  step(count = 1): void {
    this.world.step(count);
  }

  counts(): Counts {
    const { world } = this;
    const { bodies, constraints } = world;
    const byKind: Record<string, number> = {};
    const rows = { absolute: 0, relative: 0, contact: 0 };
    let total = 0;
    let active = 0;
    for (const constraint of constraints) {
      const { id, kind, members, relation } = constraint;
      const on = members.reduce((n, _, m) => n + (world.isActive(id, m) ? 1 : 0), 0);
      total += members.length;
      byKind[kind] = (byKind[kind] ?? 0) + members.length;
      active += on;
      // how far something has slid is an unknown, which is counted as table 1 of MIC08 does
      const sliders = members[0].filter((a) => a.slide && !a.slide.imposed && a.with === undefined).length;
      rows[rowSort(constraint)] += on * ((relation.condensable ? 0 : rowCount(relation)) + sliders);
    }
    const sum = (of: (index: number) => number): number => bodies.reduce((n, _, i) => n + of(i), 0);
    return {
      bodies: bodies.length,
      nodes: sum((i) => bodies[i].nodeCount),
      tets: sum((i) => tetCount(bodies[i])),
      hexes: sum((i) => (bodies[i].mesh?.hexes?.length ?? 0) / 8),
      rods: sum((i) => (field.isRod(bodies[i]) ? 1 : 0)),
      constraints: { groups: this.#groups(), total, active, byKind },
      rows,
    };
  }

  /** Constraints of the scene that are in the world now. */
  #groups(): number {
    const present = new Set(this.world.constraints.map(({ id }) => id));
    return [...this.constraintIds.values()].filter((made) => made.some((id) => present.has(id))).length;
  }

  /** All that changes, as bytes: a run continued from them is the same to the last bit. */
  saveState(): Uint8Array {
    return writeState(this.#parts);
  }
  /** Go on from saved bytes. Those of another scene, or damaged ones, are refused, and nothing is changed. */
  restoreState(bytes: Uint8Array): void {
    readState(this.#parts, bytes);
  }
}
