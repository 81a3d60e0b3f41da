/**
 * What the engine refuses, as a value: what sort of fault it is, where it is, whom it concerns, and a sentence. Who shows it
 * finds the place in `path` and the rest in `fact`; nobody has to read the message to find out what it is about.
 */

/** What sort of fault. */
export type RefusalCode =
  /** a value that is out of range, or does not fit the others of the same thing */
  | 'value'
  /** two things that are right by themselves and do not fit together: a method and a body */
  | 'misfit'
  /** rows without a slope, or that are no numbers, where things are */
  | 'degenerate'
  /** constraints that cannot be met together */
  | 'conflict'
  /** something that is not there */
  | 'unknown';

/** Where: a body or a constraint by its id, or a function by its name; and a field of it, such as `mass` or `tets[3]`. */
export interface EnginePath {
  readonly body?: string;
  readonly constraint?: string;
  readonly of?: string;
  readonly field?: string;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    readonly path: EnginePath,
    /** the message without the place */
    readonly fact: string,
    /** everything that is concerned: bodies and constraints, by id */
    readonly ids: readonly string[] = [],
    /** what the message begins with, if not with the place of the path */
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

/** Makes the refusals of one thing: of a field of it, or, with '', of the whole. */
export type Refuse = (field: string, fact: string) => Refusal;
export const refusing =
  (path: EnginePath): Refuse =>
  (field, fact) => {
    const { body, constraint } = path;
    const ids = [body, constraint].filter((id) => id !== undefined);
    return new Refusal('value', field ? { ...path, field } : path, fact, ids);
  };
