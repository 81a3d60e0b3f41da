/**
 * Refusals: faults that the engine reports as values, with a code, a place, the ids concerned and a sentence. Whoever shows one
 * takes the place from `path` and the sentence from `fact`; the message need not be parsed.
 */

/**
 * The code of a fault.
 * @example const code: RefusalCode = 'conflict';
 */
export type RefusalCode =
  /** a value that is out of range, or does not fit the others of the same thing */
  | 'value'
  /** two things that are right by themselves and do not fit together: a method and a body */
  | 'misfit'
  /** rows whose gradient vanishes, or whose values are not numbers, at the present positions */
  | 'degenerate'
  /** constraints that cannot be met together */
  | 'conflict'
  /** something that does not exist */
  | 'unknown';

/**
 * Where a fault is: a body or a constraint by its id, or a function by its name; and a field of it, such as `mass` or
 * `tets[3]`.
 * @example const path: EnginePath = { body: 'cube', field: 'mass' };
 */
export interface EnginePath {
  readonly body?: string;
  readonly constraint?: string;
  readonly of?: string;
  readonly field?: string;
}

/**
 * An error of the engine as a value: a code, a place, the ids concerned and a sentence.
 * @example if (error instanceof Refusal) console.log(error.code, error.path, error.fact);
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    readonly path: EnginePath,
    /** the message without the place */
    readonly fact: string,
    /** the bodies and constraints concerned, by id */
    readonly ids: readonly string[] = [],
    /** how the message begins, if not with the place of the path */
    prefix = `${placeOf(path)}${path.field ? `${path.field} — ` : ''}`,
  ) {
    super(`${prefix}${fact}`);
  }
}

function placeOf({ body, constraint, of }: EnginePath): string {
  if (body !== undefined) return `body "${body}": `;
  if (constraint !== undefined) return `constraint "${constraint}": `;
  return of === undefined ? '' : `${of}: `;
}

/** A name as a part of a field: `points.a`, `points["front left"]`. */
export const keyed = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

/** Makes refusals of one body, constraint or function: of one of its fields, or, with '', of the whole. */
export type Refuse = (field: string, fact: string) => Refusal;
export const refusing =
  (path: EnginePath): Refuse =>
  (field, fact) => {
    const { body, constraint } = path;
    const ids = [body, constraint].filter((id) => id !== undefined);
    return new Refusal('value', field ? { ...path, field } : path, fact, ids);
  };
