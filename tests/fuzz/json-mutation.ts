/** Changes a JSON value at random places: another number, another word of the same document, a part left out, doubled, put elsewhere. */
import type { Random } from '../support/random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const numbers = [
  0, -0, 1, -1, 2, 0.5, 1.5, 1e-12, -1e-9, 1e6, -1e6, 1e9, 1e16, 1e-300, 1e300, -1e300, 5e-324, 1.797e308, 4294967296,
];
const values: Json[] = [
  null,
  true,
  false,
  '',
  'x',
  '*',
  '__proto__',
  'constructor',
  [],
  {},
  [0],
  [[]],
  'NaN',
  '\u0000',
  '🙂',
];

interface Place {
  readonly parent: Json[] | { [key: string]: Json };
  readonly key: string | number;
}
function placesIn(root: Json, found: Place[] = []): Place[] {
  if (typeof root !== 'object' || root === null) return found;
  for (const key of Array.isArray(root) ? root.keys() : Object.keys(root)) {
    found.push({ parent: root, key });
    placesIn(get({ parent: root, key }), found);
  }
  return found;
}
const get = ({ parent, key }: Place): Json => (parent as Record<string, Json>)[key];
function put({ parent, key }: Place, value: Json): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}
function drop({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(key as number, 1);
  else delete parent[key];
}
const copy = <T extends Json>(value: T): T => structuredClone(value);

/** The document with one to four changes. */
export function mutatedJson<T extends Json>(document: T, random: Random): T {
  const root = copy(document);
  for (let times = 1 + random.below(4); times > 0; times--) {
    const places = placesIn(root);
    if (places.length === 0) return root;
    const place = random.pick(places);
    const value = get(place);
    switch (random.below(8)) {
      case 0:
        drop(place);
        break;
      case 1:
        put(place, copy(random.pick(values)));
        break;
      case 2: // a part of the same document
        put(place, copy(get(random.pick(places))));
        break;
      case 3:
        if (Array.isArray(place.parent)) place.parent.splice(place.key as number, 0, copy(value));
        else put({ parent: place.parent, key: random.pick(places.map(({ key }) => String(key))) }, copy(value));
        break;
      case 4: // of the same type, from elsewhere
        put(place, copy(random.pick(places.map(get).filter((other) => typeof other === typeof value))));
        break;
      default:
        put(place, another(value, random));
    }
  }
  return root;
}

/** A value like the given one. */
function another(value: Json, random: Random): Json {
  if (typeof value === 'number') {
    const near = [value + 1, value - 1, -value, 2 * value, value / 3, value * 1e3, value * 1e-3];
    return random.pick(random.chance(0.6) ? near : numbers);
  }
  if (typeof value === 'string') {
    const at = random.below(value.length + 1);
    return random.pick([
      value.slice(0, at),
      value + value.slice(at),
      value.slice(at),
      value.toUpperCase(),
      `${value}[0]`,
    ]);
  }
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value))
    return random.pick<Json>([[...value].reverse(), value.slice(1), [...value, ...value], value[0] ?? null]);
  return copy(random.pick(values));
}
