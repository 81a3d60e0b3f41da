/**
 * A constraint kind, described once: its fields, its factory, how it is drawn. Everything else follows: the
 * scene format and its checks, the page of all kinds, the studio's inspector. Adding one is described in
 * docs/guide/add-a-relation.md.
 *
 * A kind says what it needs by the types of its fields, and `make` gets what they stand for:
 *
 *   points          points of bodies, one or many                             Anchor[]
 *   point           one point: of the world, at rest or on a path, or of a body        Anchor
 *   point-each      one point, or as many as the field "a" has                Anchor[]
 *   point-list      a list, each one point of a body                          Anchor[]
 *   rod-point       one place on a rod                                        OnRod
 *   rod-points      places on rods                                            OnRod[]
 *   threaded        points of bodies, or places on rods                       (Anchor | OnRod)[]
 *   rod-places      numbers u along the rod that the field "on" names         number[]
 *   nodes           nodes of bodies                                           PickedNodes[]
 *   nodes-list      a list of such selections                                 PickedNodes[]
 *   target          a point of the world, at rest or on a path                Target
 *   direction       a direction of any length, or a path of them              Target
 *   body            a body, as its `body` demands                             Body
 *   curve           points of the world                                       Triple[]
 *   named-points    points by name, of each one or many                       Record<string, Anchor[]>
 *   named-numbers   numbers by name, each perhaps a path                      Record<string, Driven>
 *   driven-number   a number, or a path of values                             Driven
 *   number, vector, pair, flag, choice, text                                  as they are
 *
 * Paths begin when the constraint does. What cannot be is refused with `misfit(field, fact)`.
 */
import type { Anchor } from '../../anchors/anchor.ts';
import type { Field, Fields } from '../../base/field.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Body } from '../../bodies/body.ts';
import type { NumberPath } from '../../paths/number-path.ts';
import type { PathDef } from '../../paths/path.ts';
import type { ConstraintSpec } from '../constraint.ts';
import type { OnRod } from './rod-constraints.ts';

/**
 * Three numbers: x, y, z.
 * @example const up: Triple = [0, 1, 0];
 */
export type Triple = readonly [number, number, number];
/**
 * A point or a direction of the world, at rest or on a path.
 * @example const target: Target = [0, 1, 0];
 */
export type Target = Triple | PathDef;
/**
 * A number, or one that follows a path.
 * @example const length: Driven = { kind: 'linear', times: [0, 1], values: [1, 2] };
 */
export type Driven = number | NumberPath;
/**
 * Some nodes of a body.
 * @example const corners: PickedNodes = { body: cube, nodes: [0, 1] };
 */
export interface PickedNodes {
  readonly body: Body;
  readonly nodes: readonly number[];
}

/**
 * The value that a field of each type stands for.
 * @example const nodes: GivenTypes['nodes'] = [{ body: cube, nodes: [0, 1] }];
 */
export interface GivenTypes {
  readonly points: readonly Anchor[];
  readonly point: Anchor;
  readonly 'point-each': readonly Anchor[];
  readonly 'point-list': readonly Anchor[];
  readonly 'rod-point': OnRod;
  readonly 'rod-points': readonly OnRod[];
  readonly threaded: readonly (Anchor | OnRod)[];
  readonly 'rod-places': readonly number[];
  readonly nodes: readonly PickedNodes[];
  readonly 'nodes-list': readonly PickedNodes[];
  readonly target: Target;
  readonly direction: Target;
  readonly body: Body;
  readonly curve: readonly Triple[];
  readonly 'named-points': Readonly<Record<string, readonly Anchor[]>>;
  readonly 'named-numbers': Readonly<Record<string, Driven>>;
  readonly 'driven-number': Driven;
  readonly number: number;
  readonly vector: Triple;
  readonly pair: readonly [number, number];
  readonly flag: boolean;
  readonly text: string;
}
/**
 * The type of a field.
 * @example const type: FieldType = 'driven-number';
 */
export type FieldType = keyof GivenTypes | 'choice';
type GivenOf<F> =
  F extends Field<infer T, boolean, infer V>
    ? T extends 'choice'
      ? V
      : T extends keyof GivenTypes
        ? GivenTypes[T]
        : never
    : never;
/**
 * What `make` of a kind gets: all required fields, and the others if they are given.
 * @example const given: Given<{}> = {};
 */
export type Given<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<string, true> ? GivenOf<F[K]> : GivenOf<F[K]> | undefined;
};

/**
 * Where bodies are: at the start of the scene, and now, which is later if an event adds the constraint.
 * @example const situation: Situation = { start: (id) => world.positions(id), now: (id) => world.positions(id), begins: true };
 */
export interface Situation {
  /** all coordinates of a body, nodes first */
  start(body: string): ArrayLike<number>;
  now(body: string): ArrayLike<number>;
  /** it is active from the start of the scene: rows without a slope there are refused */
  readonly begins: boolean;
}

/**
 * The signs of a constraint in pictures: at points of bodies and of the world; `first`: at its first point; `only`: at
 * this point alone; `between`: what is drawn between its points.
 * @example const glyph: Glyph = { body: 'dot', world: 'cross' };
 */
export interface Glyph {
  readonly body: string;
  readonly world: string;
  readonly first?: string;
  readonly only?: number;
  readonly between?: 'rod' | 'arc';
}

/**
 * A kind of constraint: its fields, and how a constraint is made of them. Schema, checks, docs and panels come from
 * it.
 * @example const kind: ConstraintKind | undefined = constraintKinds().get('nail');
 */
export interface ConstraintKind<Kind extends string = string, F extends Fields = Fields> {
  readonly kind: Kind;
  /** one sentence */
  readonly description: string;
  readonly fields: F;
  /** fields of which at most one is given, and the value that they share */
  readonly exclusive?: { readonly keys: readonly (keyof F & string)[]; readonly what: string };
  /** gaps may be closed by a ramp: it has the field "ramp" */
  readonly ramp?: true;
  readonly glyph: Glyph;
  /** for the page of all kinds */
  readonly traits?: readonly string[];
  /** Refuses values that do not fit each other. It gets them as typed, where their form is right. */
  check?(said: Readonly<Partial<Record<keyof F, unknown>>>): void;
  /** The constraint, or several, where members differ in their number of points. */
  make(given: Given<F>, situation: Situation): ConstraintSpec | readonly ConstraintSpec[];
  /** What `aim` moves: the kind of target, and the new targets of all its members. */
  readonly aim?: {
    readonly at: 'target' | 'direction';
    targets(spec: ConstraintSpec, to: Target, situation: Situation): readonly Anchor[];
  };
}

/**
 * A kind of constraint, with the types that follow from its fields.
 * @example constraintKind({ kind: 'level', description: 'Level.', fields: {}, glyph: { body: 'dot', world: 'dot' }, make: () => [] })
 */
export const constraintKind = <const Kind extends string, F extends Fields>(
  kind: ConstraintKind<Kind, F>,
): ConstraintKind<Kind, F> => kind;

/**
 * A refusal at a field of the constraint that is being made; '' for the whole of it.
 * @example misfit('length', '-1 m; it must be positive.')
 */
export const misfit = (field: string, fact: string): Refusal => new Refusal('value', field ? { field } : {}, fact);
