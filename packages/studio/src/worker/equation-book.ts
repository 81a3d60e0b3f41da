/** The equations of a running scene: listed, checked as they are typed, added, replaced, taken out. */
import {
  type Anchor,
  EquationError,
  equationRelation,
  measure,
  node as nodeOf,
  position,
  type Relation,
  worldPoint,
} from '@pliant/engine';
import { type AnyPointDef, type EquationDef, SceneError, type Simulation } from '@pliant/io';
import { sentence } from '../base/sentence.ts';
import type {
  EquationDraft,
  EquationFault,
  EquationInfo,
  EquationWish,
  NamedPoint,
  PlaceInfo,
  PointChoice,
} from '../protocol/equations.ts';
import type { BodyInfo, Point } from '../protocol/protocol.ts';
import type { Edits } from './edits.ts';
import { type Followers, followerAnchor } from './hand/followers.ts';
import { isSolved } from './hand/hand-method.ts';
import { meanOfNodes } from './readings/mean-of-nodes.ts';

type Edit = Exclude<EquationWish, { what: 'check-equation' }>;

export class EquationBook {
  constructor(
    private readonly simulation: () => Simulation,
    private readonly edits: Edits,
    private readonly bodies: readonly BodyInfo[],
    private readonly followers: Followers,
  ) {}

  list(): EquationInfo[] {
    const { world } = this.simulation();
    return this.#defs().map((def) => {
      const running = world.constraints.find(({ id }) => id === def.id);
      const anchorOf = (name: string): Anchor | undefined => running?.members[0][running.relation.points.indexOf(name)];
      return {
        id: def.id,
        text: def.equation,
        points: Object.entries(def.points).map(([name, given]) => this.#named(name, given, anchorOf(name))),
        parameters: Object.entries(def.parameters ?? {}).map(
          ([name, given]) => `${name} = ${typeof given === 'number' ? given : 'driven'}`,
        ),
      };
    });
  }
  #defs(): EquationDef[] {
    return this.simulation().def.constraints?.filter((c) => c.kind === 'equation') ?? [];
  }
  #named(name: string, given: AnyPointDef, anchor: Anchor | undefined): NamedPoint {
    if (!anchor) return { name, text: 'not used' };
    const place = this.#placeOf(anchor);
    const [first, ...more] = anchor.blocks.map((block) => block / 3);
    const corners = more.length ? `nodes ${[first, ...more].join(', ')}` : `node ${first}`;
    const text = Array.isArray(given)
      ? `[${given.join(', ')}]`
      : anchor.path
        ? 'on a path'
        : `${anchor.body}, ${corners}`;
    return { name, text, place };
  }
  #placeOf(anchor: Anchor): PlaceInfo {
    const info = this.bodies.find(({ id }) => id === anchor.body);
    if (!info) return { at: position(this.simulation().world, anchor) };
    const mean = meanOfNodes(anchor, this.simulation().world);
    return {
      nodes: mean.map(({ node }) => info.firstNode + node),
      weights: mean.map(({ weight }) => weight),
    };
  }

  /** What is wrong with a text as it stands; an empty one is not begun. */
  check(draft: EquationDraft): EquationFault | undefined {
    if (!draft.text.trim()) return undefined;
    const made = this.#relation(draft);
    return 'message' in made ? made : undefined;
  }
  #relation({ text, points, replaces }: EquationDraft): Relation | EquationFault {
    const parameters = Object.keys(this.#defs().find(({ id }) => id === replaces)?.parameters ?? {});
    try {
      return equationRelation(text, { points: points.map(({ name }) => name), parameters });
    } catch (error) {
      return faultOf(error);
    }
  }

  /** Makes an edit, or tells why it cannot be and changes nothing. */
  do(edit: Edit): EquationFault | undefined {
    try {
      if (edit.what === 'undo-equation')
        return this.edits.undo() ? undefined : { message: 'There is nothing to undo.' };
      if (edit.what === 'remove-equation') this.edits.set(edit.id, undefined);
      else {
        const def = this.#defOf(edit.draft);
        if ('message' in def) return def;
        this.edits.set(def.id, def);
      }
      return undefined;
    } catch (error) {
      return faultOf(error);
    }
  }
  #defOf(draft: EquationDraft): EquationDef | EquationFault {
    const relation = this.#relation(draft);
    if ('message' in relation) return relation;
    const before = this.#defs().find(({ id }) => id === draft.replaces);
    const used = relation.points.map((name) => draft.points.find((p) => p.name === name) as PointChoice);
    const points = Object.fromEntries(used.map((choice) => [choice.name, this.#pointDef(choice, before)]));
    const { ramp: _, ...kept }: Partial<EquationDef> = before ?? {};
    const driven = relation.sense === '=' || this.#isBroken(relation, used, before);
    return { ...this.#fresh(used), ...kept, equation: draft.text.trim(), points, ...(driven ? { ramp: true } : {}) };
  }
  #fresh(used: readonly PointChoice[]): Pick<EquationDef, 'id' | 'kind' | 'method'> {
    const { def, world } = this.simulation();
    const taken = new Set([...(def.constraints ?? []), ...world.constraints].map(({ id }) => id));
    let n = 1;
    while (taken.has(`equation-${n}`)) n++;
    const usual = def.defaults?.method;
    const inSolve = used.some(
      (choice) => 'node' in choice && isSolved(world, this.#anchor(choice.node).body as string),
    );
    const method = inSolve ? 'displacement' : 'lagrange';
    const isUsual = (typeof usual === 'object' ? usual.kind : usual) === method;
    return { id: `equation-${n}`, kind: 'equation', ...(isUsual ? {} : { method }) };
  }
  #pointDef(choice: PointChoice, before: EquationDef | undefined): AnyPointDef {
    if ('at' in choice) return [...choice.at];
    if ('kept' in choice) {
      const kept = before?.points[choice.name];
      if (kept === undefined)
        throw new Error(`point "${choice.name}" is not in the equation yet; choose it in the picture.`);
      return kept;
    }
    const { body, blocks, parameters } = this.#anchor(choice.node);
    const nodes = blocks.map((block) => block / 3);
    return nodes.length === 1
      ? { body: body as string, nodes }
      : { body: body as string, point: { nodes, weights: [...parameters] } };
  }
  /** A point of the picture as what constraints hold. */
  #anchor(point: number): Anchor {
    const { world } = this.simulation();
    const follower = this.followers.find(point);
    if (follower) return followerAnchor(world.body(follower.body), follower.index);
    const info = this.bodies.find((b) => point >= b.firstNode && point < b.firstNode + b.nodeCount);
    if (!info) throw new Error(`point ${point} is on no body; choose one that is drawn.`);
    return nodeOf(world.body(info.id), point - info.firstNode);
  }
  /** An inequality that holds already needs no leading; one that does not is led to where it does. */
  #isBroken(relation: Relation, used: readonly PointChoice[], before: EquationDef | undefined): boolean {
    const { world } = this.simulation();
    const running = world.constraints.find(({ id }) => id === before?.id);
    const at = used.map((choice): Point => {
      if ('at' in choice) return choice.at;
      const kept = running?.members[0][running.relation.points.indexOf(choice.name)];
      return position(world, 'node' in choice ? this.#anchor(choice.node) : (kept ?? worldPoint(0, 0, 0)));
    });
    const numbers = Object.keys(relation.parameters).map((name, k) => {
      const given = before?.parameters?.[name];
      return k === relation.time ? world.time : typeof given === 'number' ? given : (given?.values[0] ?? 0);
    });
    return measure(relation, at, numbers).some(({ C }) => C < 0);
  }
}

/** Where in the text, if it is about the text, and what. */
export function faultOf(error: unknown): EquationFault {
  if (error instanceof EquationError) {
    const { column, length, message } = error;
    return { message: sentence(message.replace(/^column \d+: /, '')), column, length };
  }
  const all = error instanceof SceneError ? error.faults.map(({ message }) => message) : [words(error)];
  return { message: sentence(all.join(' ')) };
}
const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
