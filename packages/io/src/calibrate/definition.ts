/** The file of a calibration: which scene, which of its numbers are sought, and what was measured. */
import * as z from 'zod';
import type { Fault } from '../scene/file/faults.ts';
import { readForm } from '../scene/file/parse.ts';
import { formFaults } from '../scene/file/schema-faults.ts';
import { finite, object, positive, some, text } from '../scene/schema/quantities.ts';
import { parameterName, pathOrPaths, pliantVersion, scale, sceneFile } from '../sweep/definition.ts';

const sought = object({
  name: parameterName,
  path: pathOrPaths,
  start: finite('', 'Where the search begins; what the scene has, if not given.').optional(),
  from: finite('', 'The least that is allowed.').optional(),
  to: finite('', 'The most that is allowed.').optional(),
  scale: scale
    .optional()
    .describe('"log" seeks the logarithm, for moduli and other positive numbers; "linear" if not given.'),
});
const column = object({
  column: text('the name of a column of the file', 'As its first line has it.'),
  probe: text('the id of a probe of the scene', 'What it is compared with, with its component: "tip.y".'),
  deviation: positive(
    '',
    'Standard deviation of the measurement, in its own unit: it weighs columns against each other.',
  ).optional(),
});
const calibrationSchema = object({
  $schema: text('the address of a schema', 'For editors.').optional(),
  pliant: pliantVersion,
  name: text('a name', 'What it is called.').optional(),
  description: text('a text', 'What it is for.').optional(),
  scene: sceneFile,
  parameters: some(sought, 'a list of parameters', 'What is sought.'),
  measured: object({
    file: text('the path of a CSV file beside this one', 'A line of names, then a line for each time.'),
    time: text('the name of a column', 'Times in seconds; the first column if not given.').optional(),
    columns: some(
      column,
      'a list of { "column": ..., "probe": ... }',
      'What was measured; if not given, the columns that are named as probes are, as `pliant run --probes` writes them.',
    ).optional(),
  }),
  method: z
    .enum(['gauss-newton', 'simplex'], { error: '"gauss-newton" or "simplex"' })
    .optional()
    .describe(
      'How it is sought: "gauss-newton" (the default; needs smooth results) or "simplex", which needs no derivatives.',
    ),
});
export type CalibrationDef = z.input<typeof calibrationSchema>;

/** From text to a calibration; a SceneError tells everything that is wrong with it. */
export function parseCalibration(source: string, file: string): CalibrationDef {
  const found = readForm(source, file, (value) => formFaults(calibrationSchema, value));
  if (found.faults.length) throw found.error(found.faults);
  const def = found.value as CalibrationDef;
  const faults: Fault[] = [];
  const names = def.parameters.map(({ name }) => name);
  def.parameters.forEach(({ name, from, to, start, scale: own }, i) => {
    const at = (key: string, message: string): void => void faults.push({ path: `parameters[${i}].${key}`, message });
    if (names.indexOf(name) < i) at('name', `"${name}" is the name of parameters[${names.indexOf(name)}] already.`);
    if (from !== undefined && to !== undefined && !(from < to)) at('from', `${from} is not below ${to}.`);
    const least = Math.min(...[from, to, start].filter((x) => x !== undefined));
    if (own === 'log' && !(least > 0)) at('scale', 'a "log" scale needs positive numbers.');
  });
  if (faults.length) throw found.error(faults);
  return def;
}
