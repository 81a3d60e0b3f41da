/**
 * The fields of the scene format that are numbers: all that the schema has, and those of a scene, under the same names.
 *
 * A name follows the named parts of the format: `body(tet-fem).density`, `anchor.box.min[]`, `path.times[]`.
 */
import { sceneJsonSchema } from '@pliant/io';

type Schema = { readonly [key: string]: unknown };
export interface NumericField {
  readonly name: string;
  /** where it is in a scene */
  readonly path: readonly (string | number)[];
}

const schema = sceneJsonSchema();
const defs = schema.$defs as Record<string, Schema>;
/** Parts with a name of their own; other $defs are repeated pieces of them. */
const parts = new Set([
  ...['anchor', 'body', 'constraint', 'curve', 'event', 'mesh', 'method', 'named-selection', 'own-selection', 'path'],
  ...['place', 'placement', 'point', 'probe', 'ramp', 'repeat', 'rigid-shape', 'selection', 'skin', 'target'],
]);
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All branches of a choice, or those that a value takes. */
function branches(part: Schema, value?: unknown): Schema[] {
  const choices = [...((part.allOf as Schema[]) ?? []), ...('if' in part ? [part] : [])];
  const chosen = choices.flatMap((one) => {
    if (!('if' in one)) return [one];
    if (value === undefined) return [one.then, one.else];
    return [meets(one.if as Schema, value) ? one.then : one.else];
  });
  const any = (part.anyOf as Schema[] | undefined)?.filter((one) => 'type' in one || '$ref' in one) ?? [];
  return [...chosen, ...any].filter(isSchema);
}
/** The conditions that the schema uses. */
function meets(condition: Schema, value: unknown): boolean {
  const { type, required, properties, prefixItems } = condition as {
    type?: string;
    required?: string[];
    properties?: Record<string, { const?: unknown }>;
    prefixItems?: { type: string }[];
  };
  const typeOf = Array.isArray(value) ? 'array' : typeof value;
  if (type !== undefined && typeOf !== type) return false;
  if (prefixItems && (!Array.isArray(value) || typeof value[0] !== prefixItems[0].type)) return false;
  if (required?.some((key) => !isSchema(value) || !(key in value))) return false;
  return Object.entries(properties ?? {}).every(([key, { const: wanted }]) => isSchema(value) && value[key] === wanted);
}
const kindOf = (part: Schema): string => {
  const properties = part.properties as Record<string, Schema> | undefined;
  const kind = ['kind', 'do'].map((key) => properties?.[key] && whole(properties[key]).const).find(Boolean);
  return kind === undefined ? '' : `(${kind})`;
};
const whole = (part: Schema): Schema =>
  typeof part.$ref === 'string' ? { ...whole(defs[part.$ref.replace('#/$defs/', '')]), ...part } : part;

type Visit = (part: Schema, name: string, value: unknown, path: readonly (string | number)[]) => void;
/** One level down: the parts of an object or a list, of all values there can be or of one value. */
function descend(part: Schema, name: string, value: unknown, path: readonly (string | number)[], visit: Visit): void {
  const properties = (part.properties ?? {}) as Record<string, Schema>;
  for (const [key, inner] of Object.entries(properties)) {
    if (value === undefined) visit(inner, `${name}.${key}`, undefined, path);
    else if (isSchema(value) && key in value) visit(inner, `${name}.${key}`, value[key], [...path, key]);
  }
  const others = part.additionalProperties;
  if (isSchema(others)) {
    if (value === undefined) visit(others, `${name}.*`, undefined, path);
    else if (isSchema(value))
      for (const [key, one] of Object.entries(value))
        if (!(key in properties)) visit(others, `${name}.*`, one, [...path, key]);
  }
  const items = [...((part.prefixItems as Schema[]) ?? []), ...(isSchema(part.items) ? [part.items] : [])];
  if (value === undefined) for (const item of items) visit(item, `${name}[]`, undefined, path);
  else if (Array.isArray(value))
    value.forEach((one, i) => {
      const item = items[Math.min(i, items.length - 1)];
      if (item) visit(item, `${name}[]`, one, [...path, i]);
    });
}
const isNumber = (part: Schema): boolean =>
  [part.type].flat().some((type) => type === 'number' || type === 'integer') && !('const' in part);

/** The name of a part that has one of its own, through references. */
function partName(part: Schema): string | undefined {
  if (typeof part.$ref !== 'string') return undefined;
  const name = part.$ref.replace('#/$defs/', '');
  return parts.has(name) ? name : partName(defs[name]);
}

type Bounds = readonly [least: number, most: number];
const bounds = new Map<string, Bounds[]>();
/** What a field may be, at every place that has it. A whole number is at most as large as one can be counted to. */
export const boundsOf = (name: string): readonly Bounds[] => bounds.get(name) ?? [];
function noteBounds(name: string, part: Schema): void {
  const limit = (...keys: string[]): number =>
    keys.map((key) => part[key]).find((one) => typeof one === 'number') as number;
  const least = limit('minimum', 'exclusiveMinimum') ?? Number.NEGATIVE_INFINITY;
  const most = limit('maximum', 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY;
  const known = bounds.get(name) ?? [];
  bounds.set(name, [...known, 'enum' in part ? [0, 0] : [least, most]]);
}

/** Every field of the format that is a number. */
export function allNumericFields(): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit: Visit = (given, name) => {
    const named = partName(given);
    if (named !== undefined && seen.has(named)) return;
    if (named !== undefined) seen.add(named);
    const part = whole(given);
    const own = (named ?? name) + kindOf(part);
    if (isNumber(part) && !branches(part).length) {
      found.add(own);
      noteBounds(own, part);
    }
    descend(part, own, undefined, [], visit);
    for (const branch of branches(part)) visit(branch, own, undefined, []);
  };
  visit(schema, '', undefined, []);
  return [...found].sort();
}

/** The numbers of a scene, each with the name of its field. */
export function numericFieldsOf(scene: unknown): NumericField[] {
  const found: NumericField[] = [];
  const visit: Visit = (given, name, value, path) => {
    const part = whole(given);
    const own = (partName(given) ?? name) + kindOf(part);
    if (typeof value === 'number' && isNumber(part) && !branches(part, value).length) found.push({ name: own, path });
    descend(part, own, value, path, visit);
    for (const branch of branches(part, value)) visit(branch, own, value, path);
  };
  visit(schema, '', scene, []);
  return found;
}

/** The scene with another number at one place. */
export function withNumber<T>(scene: T, path: readonly (string | number)[], value: number): T {
  const copy = structuredClone(scene);
  let parent = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  parent[path[path.length - 1]] = value;
  return copy;
}
