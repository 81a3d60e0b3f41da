/** Puts values into a scene: at a path such as bodies[beam].young, where lists are indexed by number or by the id of an item. */
import { keysOf } from '../scene/file/faults.ts';
import type { SceneDef } from '../scene/schema.ts';
import { advice } from '../scene/suggest.ts';
import type { ParameterValue } from './jobs.ts';

export interface Placed {
  readonly name: string;
  readonly path: string | readonly string[];
}
type Container = Record<string, unknown> | unknown[];

/** A copy of the scene with other values; throws if a path leads nowhere. */
export function sceneWith(def: SceneDef, parameters: readonly Placed[], values: readonly ParameterValue[]): SceneDef {
  const copy = structuredCopy(def) as SceneDef;
  parameters.forEach(({ path }, p) => {
    for (const one of typeof path === 'string' ? [path] : path) setAt(copy as unknown as Container, one, values[p]);
  });
  return copy;
}
const structuredCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What stands at a path now; undefined if nothing does. */
export function valueAt(def: SceneDef, path: string): unknown {
  const { holder, key } = holderOf(def as unknown as Container, path);
  return (holder as Record<string, unknown>)[key];
}
function setAt(root: Container, path: string, value: ParameterValue): void {
  const { holder, key } = holderOf(root, path);
  (holder as Record<string, unknown>)[key] = structuredCopy(value);
}

/** The object or list that has the last key of a path. */
function holderOf(root: Container, path: string): { holder: Container; key: string } {
  const keys = keysOf(path);
  if (!keys.length) throw new Error(`"${path}" is no path; give one such as "bodies[beam].young".`);
  let holder = root;
  for (const [depth, given] of keys.entries()) {
    const key = Array.isArray(holder) ? indexIn(holder, given, path) : String(given);
    if (depth === keys.length - 1) return { holder, key };
    const next = Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
    if (typeof next !== 'object' || next === null) {
      const there = advice(key, Object.keys(holder));
      throw new Error(`"${path}": the scene has no "${key}" with something inside; ${there}`);
    }
    holder = next as Container;
  }
  throw new Error('unreachable');
}
function indexIn(list: readonly unknown[], key: string | number, path: string): string {
  const number = typeof key === 'number' ? key : /^\d+$/.test(key) ? Number(key) : undefined;
  if (number !== undefined) {
    if (number < list.length) return String(number);
    throw new Error(`"${path}": there is no item ${number}; the list has ${list.length}, counted from 0.`);
  }
  const ids = list.map((item) => (item as { id?: unknown } | null)?.id);
  const at = ids.indexOf(key);
  if (at >= 0) return String(at);
  const known = ids.filter((id): id is string => typeof id === 'string');
  throw new Error(`"${path}": nothing in that list has the id "${key}"; ${advice(String(key), known)}`);
}
