/** What the schema found, in words: where, what stands there, what would do. */
import type * as z from 'zod';
import { sceneSchema, sceneVersion } from '../schema.ts';
import { advice, suggest } from '../suggest.ts';
import { type Fault, pathOf, shown } from './faults.ts';
import { inSi } from './units.ts';

type Issue = z.core.$ZodIssue;

/** Faults of form: keys, kinds, types, ranges. */
export function schemaFaults(raw: unknown): Fault[] {
  const version = versionFault(raw);
  if (version) return [version];
  return formFaults(sceneSchema(), raw);
}
/** Faults of form of anything that has a schema. */
export function formFaults(schema: z.ZodType, raw: unknown): Fault[] {
  const result = schema.safeParse(raw);
  return result.success ? [] : wordedAll(result.error.issues, [], raw);
}

/** What every scene has. */
const needed = ['pliant', 'step', 'bodies'];

/** A scene of another version is not looked into: what it says may mean something else. Nor is what is meant for another program. */
function versionFault(raw: unknown): Fault | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return {
      path: '',
      message: `${shown(raw)} is not a scene; a scene is an object { "pliant": ${sceneVersion}, ... }.`,
    };
  }
  const keys = Object.keys(raw);
  if (keys.length && !needed.some((key) => keys.includes(key))) {
    const message = `this is not a scene: "pliant", "step" and "bodies" are missing. A scene is an object { "pliant": ${sceneVersion}, ... }.`;
    return { path: '', message };
  }
  const { pliant } = raw as { pliant?: unknown };
  if (typeof pliant !== 'number' || !(pliant > sceneVersion)) return undefined;
  const message = `this scene is of version ${pliant}; this Pliant reads version ${sceneVersion}. Install a newer Pliant, or save the scene as version ${sceneVersion}.`;
  return { path: 'pliant', message };
}

/** Where a key is misspelt, the lack of the right one is not told as well. */
function wordedAll(issues: readonly Issue[], above: readonly PropertyKey[], raw: unknown): Fault[] {
  const misspelt = new Set(issues.flatMap((i) => (i.code === 'unrecognized_keys' ? [pathOf(i.path)] : [])));
  return issues
    .filter((i) => !(i.code === 'custom' && i.message.startsWith('nothing') && misspelt.has(pathOf(i.path))))
    .flatMap((issue) => worded(issue, [...above, ...issue.path], raw));
}

function worded(issue: Issue, keys: readonly PropertyKey[], raw: unknown): Fault[] {
  const path = pathOf(keys);
  const value = valueAt(raw, keys);
  const fault = (message: string): Fault[] => [{ path, message }];
  const last = String(keys.at(-1) ?? 'scene');
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split('|');
    return issue.keys.map((key) => ({ path: pathOf([...keys, key]), message: unknownKey(key, known, value) }));
  }
  if (issue.code === 'custom') return fault(issue.message);
  if (issue.code === 'invalid_key') return fault(`${shown(last)} is not a name; give at least one letter.`);
  if (issue.code === 'invalid_union' && 'discriminator' in issue && issue.errors.length === 0) {
    const options = (issue as unknown as { options: string[] }).options;
    if (value === undefined) return fault(`${last} is missing; give one of ${quoted(options)}.`);
    return fault(
      `${shown(value)} is unknown; ${typeof value === 'string' ? advice(value, options) : `give one of ${quoted(options)}.`}`,
    );
  }
  if (value === undefined) return fault(`${last} is missing; give ${wanted(issue)}.`);
  if (issue.code === 'invalid_union') {
    // the branch that has the right type, if there is one, and for an object some key; its faults are what matters
    const all =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).length : Infinity;
    const fits = issue.errors.filter(
      (branch) =>
        !branch.some((one) => one.path.length === 0 && one.code === 'invalid_type') &&
        !branch.some((one) => one.path.length === 0 && one.code === 'unrecognized_keys' && one.keys.length === all),
    );
    const words = issue.errors.flat().filter((one) => one.code === 'invalid_value' && one.path.length === 0);
    if (typeof value === 'string' && words.length) {
      const options = words.flatMap((one) => (one as { values: unknown[] }).values.map(String));
      const meant = suggest(value, options);
      if (meant !== undefined) return fault(`${shown(value)} is unknown; did you mean "${meant}"?`);
    }
    const branch = fits.find((one) => !one.every((i) => i.code === 'invalid_value' && i.path.length === 0));
    if (branch) return wordedAll(branch, keys, raw);
    return fault(wrong(value, issue.message));
  }
  if (issue.code === 'invalid_value') {
    const options = issue.values.map(String);
    if (typeof value === 'string' && options.length > 1)
      return fault(`${shown(value)} is unknown; ${advice(value, options)}`);
    return fault(wrong(value, wanted(issue)));
  }
  return fault(wrong(value, issue.message));
}

/** What would do. A single value needs no words of its own. */
function wanted(issue: Issue): string {
  if (issue.code !== 'invalid_value') return issue.message;
  return issue.values.length > 1 ? `one of ${quoted(issue.values.map(String))}` : shown(issue.values[0]);
}

function wrong(value: unknown, wanted: string): string {
  const number = typeof value === 'string' && /number/.test(wanted) ? inSi(value) : undefined;
  if (number !== undefined) return `${shown(value)} is text; give ${wanted}, without quotes and unit: ${number}.`;
  return `${shown(value)} is not allowed; give ${wanted}.`;
}

/** Keys of bodies as other programs call them. */
const otherNames: Readonly<Record<string, string>> = {
  position: '"place": { "translate": [x, y, z] }',
  rotation: '"place": { "rotateDegrees": { "axis": [x, y, z], "angle": degrees } }',
  angularVelocity: '"spin": [x, y, z], in rad/s',
  static: '"fixed": true',
  friction: 'it in the scene: "contact": { "bodies": { id: { "friction": 0.5 } } }',
  restitution: 'it in the scene: "contact": { "bodies": { id: { "restitution": 0.5 } } }',
  collides: 'it in the scene: "contact": { "bodies": { id: { "collides": false } } }',
};

function unknownKey(key: string, known: readonly string[], holder: unknown): string {
  const there = typeof holder === 'object' && holder !== null ? Object.keys(holder) : [];
  const free = known.filter((k) => !there.includes(k));
  const own = known.includes('place') ? otherNames[key] : undefined;
  if (own !== undefined) return `Unrecognised key "${key}"; give ${own}.`;
  const meant = suggest(key, free);
  if (meant !== undefined) return `Unrecognised key "${key}"; did you mean "${meant}"?`;
  return `Unrecognised key "${key}"; ${free.length ? `possible here: ${free.join(', ')}.` : 'nothing more belongs here.'}`;
}

const quoted = (words: readonly string[]): string => words.map((w) => `"${w}"`).join(', ');

function valueAt(raw: unknown, keys: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
