/** The engine's refusals at their places in a scene: an engine path is a body or a constraint and a field of it. */
import { Refusal } from '@pliant/engine';
import { type Fault, messageOf } from './faults.ts';

/** What is wrong, and where: at a field of what stands at a path, if that has such a field. */
export const refusalAt =
  (path: string, fields: object) =>
  (error: unknown): Fault => {
    if (!(error instanceof Refusal)) return { path, message: messageOf(error) };
    const { field } = error.path;
    if (field === undefined) return { path, message: error.fact };
    const known = field === 'method' || Object.hasOwn(fields, field.replace(/[.[].*$/, ''));
    return { path: known ? `${path}.${field}` : path, message: error.fact };
  };
