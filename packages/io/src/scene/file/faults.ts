/** Faults of a scene: all of them at once, each with where it is, what it is and what would do. */

export interface Fault {
  /** like `constraints[3].a.nodes[0]`; empty for the scene as a whole */
  readonly path: string;
  readonly message: string;
  /** where that is in the file, counted from 1, when there is a text */
  readonly line?: number;
  readonly column?: number;
}

/** More than this many faults are counted, not listed. */
const mostListed = 50;

export class SceneError extends Error {
  override readonly name = 'SceneError';
  constructor(
    readonly file: string,
    readonly faults: readonly Fault[],
  ) {
    const lines = faults.slice(0, mostListed).map(({ path, message }) => `${file}: ${path && `${path} — `}${message}`);
    const more = faults.length - mostListed;
    super([...lines, ...(more > 0 ? [`${file}: and ${more} more.`] : [])].join('\n'));
  }
}

/** Faults as they are found. */
export class Faults {
  readonly list: Fault[] = [];

  add(path: string, message: string): void {
    this.list.push({ path, message });
  }
  get any(): boolean {
    return this.list.length > 0;
  }
  /** Run something that refuses by throwing; what it says belongs to `path`. */
  try<T>(path: string | ((error: unknown) => Fault), run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof TypeError || error instanceof ReferenceError) throw error; // a mistake of ours, not of the scene
      if (typeof path === 'string') this.add(path, messageOf(error));
      else this.list.push(path(error));
      return undefined;
    }
  }
}

/** An array that cannot be made is a count that is too large. */
export function messageOf(error: unknown): string {
  if (error instanceof RangeError) return 'this does not fit into the memory of this machine; give smaller counts.';
  return error instanceof Error ? error.message : String(error);
}

export type Key = string | number;

/** `bodies`, 0, `mesh` to `bodies[0].mesh` */
export function pathOf(keys: readonly PropertyKey[]): string {
  let path = '';
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(String(key))) path += path ? `.${String(key)}` : String(key);
    else path += `[${JSON.stringify(String(key))}]`;
  }
  return path;
}

/** The other way round. */
export function keysOf(path: string): Key[] {
  const keys: Key[] = [];
  for (const [, index, quoted, name] of path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)) {
    keys.push(index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name);
  }
  return keys;
}

/** A value as it stands in the file, cut short. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value); // NaN and Infinity too
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Sorted as the scene has them: keys in their order, what is missing after what is there. */
export function inDocumentOrder(root: unknown, faults: readonly Fault[]): Fault[] {
  const ranks = faults.map((fault) => rankOf(root, keysOf(fault.path)));
  const order = faults.map((_, i) => i).sort((a, b) => compare(ranks[a], ranks[b]) || a - b);
  return order.map((i) => faults[i]);
}
function rankOf(root: unknown, keys: readonly Key[]): number[] {
  const rank: number[] = [];
  let value = root;
  for (const key of keys) {
    const inside = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const place = Array.isArray(value) ? Number(key) : Object.keys(inside).indexOf(String(key));
    rank.push(place < 0 ? Number.MAX_SAFE_INTEGER : place);
    value = Object.hasOwn(inside, key) ? inside[key as string] : undefined;
  }
  return rank;
}
function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
