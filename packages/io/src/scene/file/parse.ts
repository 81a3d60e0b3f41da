/** From text to a scene: form is checked here, and where form is at fault, also the sense of what is left. */
import type { Assets } from '../assets.ts';
import { assemble } from '../build.ts';
import type { SceneDef } from '../schema.ts';
import { type Fault, inDocumentOrder, SceneError } from './faults.ts';
import { type Json, JsonError, parseJson, placeOf, placesOf } from './json.ts';
import { otherFile } from './other-file.ts';
import { schemaFaults } from './schema-faults.ts';

/** assets: of the files that the scene names, as far as they are read; bodies made from others are not looked into */
export function parseScene(text: string, file: string, assets?: Assets): SceneDef {
  const found = readForm(text, file, schemaFaults);
  if (found.faults.length === 0) return found.value as SceneDef;
  refuseOther(file, text);
  const { value, form } = found;
  throw found.error([...found.faults, ...assemble(value as SceneDef, file, form, assets).faults]);
}

/** The value of a text, the faults of its form and keys that stand twice, and how all faults are told, in their order. */
export function readForm(text: string, file: string, check: (value: unknown) => Fault[]) {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { value, repeated } = readJson(source, file);
  const form = check(value);
  const twice = repeated.map(({ path, offset, firstOffset }): Fault => {
    const line = placeOf(source, firstOffset).line;
    return {
      path,
      message: `the key stands on line ${line} already; leave one of them out.`,
      ...placeOf(source, offset),
    };
  });
  const error = (faults: readonly Fault[]): SceneError => {
    const all = inDocumentOrder(value, faults);
    const places = placesOf(
      source,
      all.map((f) => f.path),
    );
    return new SceneError(
      file,
      all.map((fault) => ({ ...places.get(fault.path), ...fault })),
    );
  };
  return { value, form, faults: [...twice, ...form], error };
}

function refuseOther(file: string, text: string): void {
  const message = otherFile(file, text);
  if (message !== undefined) throw new SceneError(file, [{ path: '', message }]);
}

function readJson(text: string, file: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    refuseOther(file, text);
    const { message, line, column } = error;
    throw new SceneError(file, [{ path: '', message, line, column }]);
  }
}
