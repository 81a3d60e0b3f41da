/** From text to a scene: form is checked here, and where form is at fault, also the sense of what is left. */
import { assemble } from '../build.ts';
import type { SceneDef } from '../schema.ts';
import { type Fault, Faults, inDocumentOrder, keysOf, SceneError } from './faults.ts';
import { type Json, JsonError, parseJson, placeOf, placesOf } from './json.ts';
import { schemaFaults } from './schema-faults.ts';

export function parseScene(text: string, file: string): SceneDef {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { value, repeated } = readJson(source, file);
  const form = schemaFaults(value);
  const twice = repeated.map(({ path, offset, firstOffset }): Fault => {
    const line = placeOf(source, firstOffset).line;
    return {
      path,
      message: `the key stands on line ${line} already; leave one of them out.`,
      ...placeOf(source, offset),
    };
  });
  if (form.length + twice.length === 0) return value as SceneDef;
  const all = inDocumentOrder(value, [...twice, ...form, ...senseFaults(value, file, form)]);
  const places = placesOf(
    source,
    all.map((f) => f.path),
  );
  throw new SceneError(
    file,
    all.map((fault) => ({ ...places.get(fault.path), ...fault })),
  );
}

function readJson(text: string, file: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { message, line, column } = error;
    throw new SceneError(file, [{ path: '', message, line, column }]);
  }
}

/** Faults of sense in the parts whose form is right. Nobody is blamed for referring to the others. */
function senseFaults(value: unknown, file: string, form: readonly Fault[]): Fault[] {
  if (form.some((f) => f.path === '' || f.path === 'pliant')) return [];
  const raw = value as Record<string, unknown>;
  const bad = form.map((f) => keysOf(f.path));
  const broken = new Set<string>();
  const paths: Record<string, number[]> = {}; // of what is left of a list, its places in the file
  const sound = (list: string): unknown[] => {
    const all = Array.isArray(raw[list]) ? (raw[list] as unknown[]) : [];
    const faulty = new Set(bad.filter(([key]) => key === list).map(([, i]) => i));
    paths[list] = all.map((_, i) => i).filter((i) => !faulty.has(i));
    all.forEach((item, i) => {
      if (faulty.has(i)) namesIn(item, broken);
    });
    return paths[list].map((i) => all[i]);
  };
  const isBad = (key: string): boolean => bad.some(([first]) => first === key);
  const selections = Object.entries((raw.selections ?? {}) as object).filter(([name]) => {
    const faulty = bad.some(([first, second]) => first === 'selections' && (second === undefined || second === name));
    if (faulty) broken.add(`selections.${name}`);
    return !faulty;
  });
  const rest = {
    pliant: 1,
    name: 'rest',
    step: isBad('step') ? 1e-3 : raw.step,
    ...(isBad('gravity') ? {} : { gravity: raw.gravity }),
    ...(isBad('defaults') ? {} : { defaults: raw.defaults }),
    selections: Object.fromEntries(selections),
    bodies: sound('bodies'),
    constraints: sound('constraints'),
    events: sound('events'),
    probes: sound('probes'),
  } as SceneDef;
  const faults = new Faults();
  assemble(rest, file, faults, broken, undefined);
  // places in what is left back to places in the file
  return faults.list.map(({ path, message }) => {
    const moved = path.replace(/^(\w+)\[(\d+)\]/, (_, list: string, i: string) => `${list}[${paths[list][Number(i)]}]`);
    return { path: moved, message };
  });
}

/** Every id in a faulty part: its own, and that of a constraint an event adds. */
function namesIn(item: unknown, names: Set<string>): void {
  if (typeof item !== 'object' || item === null) return;
  const { id, constraint } = item as { id?: unknown; constraint?: unknown };
  if (typeof id === 'string') names.add(id);
  namesIn(constraint, names);
}
