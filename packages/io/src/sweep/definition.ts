/** The file of a sweep: which scene, which of its numbers take which values, what is kept of each run, what is plotted. */
import * as z from 'zod';
import type { Fault } from '../scene/file/faults.ts';
import { readForm } from '../scene/file/parse.ts';
import { formFaults } from '../scene/file/schema-faults.ts';
import { finite, object, oneOf, positive, some, text, whole } from '../scene/schema/quantities.ts';
import { sceneVersion } from '../scene/schema.ts';
import { advice } from '../scene/suggest.ts';

/** More runs than this are taken for a slip of the pen. */
export const mostRuns = 1_000_000;

export const pliantVersion = z
  .literal(sceneVersion, { error: `${sceneVersion}` })
  .describe('The version of the format.');
export const sceneFile = text('the path of a scene file beside this one', 'The scene, beside this file or below.');
const path = text('a path in the scene, such as "bodies[beam].young"', 'Where the value goes in the scene.');
export const pathOrPaths = z
  .union([path, some(path, 'a list of paths', 'Several places that take the same value.')], {
    error: 'a path in the scene, such as "bodies[beam].young", or a list of them',
  })
  .describe('Where the value goes in the scene: "bodies[beam].young"; lists are indexed by number or by id.');
export const parameterName = text('a name', 'What tables and plots call it.');
export const scale = z.enum(['linear', 'log'], { error: '"linear" or "log"' });

const range = object({
  from: finite('', 'The first value.'),
  to: finite('', 'The last value.'),
  count: whole(1, 'How many values, both ends included.'),
  scale: scale.optional().describe('Equal distances ("linear", the default) or equal factors ("log").'),
});
const drawn = oneOf(
  object({
    uniform: z
      .tuple([finite('', 'Least.'), finite('', 'Most.')], { error: 'two numbers [least, most]' })
      .optional()
      .describe('Every value between two numbers is equally likely.'),
    'log-uniform': z
      .tuple([positive('', 'Least.'), positive('', 'Most.')], { error: 'two positive numbers [least, most]' })
      .optional()
      .describe('The logarithm is uniform between those of two numbers.'),
    normal: z
      .tuple([finite('', 'Mean.'), positive('', 'Standard deviation.')], { error: 'two numbers [mean, deviation]' })
      .optional()
      .describe('Normally distributed, with a mean and a standard deviation.'),
  }),
  ['uniform', 'log-uniform', 'normal'],
  'says how it is distributed',
);
const parameter = oneOf(
  object({
    name: parameterName,
    path: pathOrPaths,
    values: some(
      z.any(),
      'a list of values',
      'The values, one after another: numbers, texts, or anything else.',
    ).optional(),
    grid: range.optional().describe('Values at equal distances.'),
    sample: drawn.optional().describe('Values drawn at random, "samples" of them.'),
    with: text(
      'the name of a parameter',
      'It changes together with this one, value by value, instead of by itself.',
    ).optional(),
  }),
  ['values', 'grid', 'sample'],
  'says which values it takes',
);

/** What is kept of a probe. */
export const takes = ['last', 'first', 'min', 'max', 'mean'] as const;
const result = object({
  name: text('a name', 'What tables and plots call it; the probe and what is taken of it, if not given.').optional(),
  probe: text('the id of a probe of the scene', 'A probe, with its component if it has several: "tip.y".'),
  take: z
    .enum(takes, { error: takes.map((word) => `"${word}"`).join(', ') })
    .optional()
    .describe('"last" if not given; over all steps of the run, the start included.'),
  at: finite('seconds', 'Instead: the value at this time, interpolated between steps.').optional(),
});
const plot = object({
  x: text('the name of a parameter or a result', 'Along the horizontal axis.'),
  y: text('the name of a result or a parameter', 'Along the vertical axis.'),
  by: text('the name of a parameter', 'A line for each of its values.').optional(),
  xScale: scale.optional(),
  yScale: scale.optional(),
  title: text('a title', 'Above the plot.').optional(),
});

export const sweepSchema = object({
  $schema: text('the address of a schema', 'For editors.').optional(),
  pliant: pliantVersion,
  name: text('a name', 'What it is called.').optional(),
  description: text('a text', 'What it is for.').optional(),
  scene: sceneFile,
  parameters: some(parameter, 'a list of parameters', 'What changes from run to run.'),
  samples: whole(1, 'How many values are drawn of each parameter with "sample".').optional(),
  seed: whole(0, 'Where drawing starts: the same seed gives the same values. 0 if not given.').optional(),
  duration: positive('seconds', 'How long each run is; the duration of the scene if not given.').optional(),
  results: some(
    result,
    'a list of results',
    'What is kept of each run; the last value of every probe if not given.',
  ).optional(),
  plots: some(
    plot,
    'a list of plots',
    'What the page shows; the first result over the first parameter if not given.',
  ).optional(),
});
export type SweepDef = z.input<typeof sweepSchema>;
export type SweepParameterDef = SweepDef['parameters'][number];
export type SweepResultDef = NonNullable<SweepDef['results']>[number];
export type PlotDef = NonNullable<SweepDef['plots']>[number];

/** From text to a sweep; a SceneError tells everything that is wrong with it. */
export function parseSweep(text: string, file: string): SweepDef {
  const found = readForm(text, file, (value) => formFaults(sweepSchema, value));
  if (found.faults.length) throw found.error(found.faults);
  const def = found.value as SweepDef;
  const sense = senseFaults(def);
  if (sense.length) throw found.error(sense);
  return def;
}

function senseFaults(def: SweepDef): Fault[] {
  const faults: Fault[] = [];
  const names = def.parameters.map(({ name }) => name);
  def.parameters.forEach(({ name, grid, sample, with: other, values }, i) => {
    const at = (key: string, message: string): void => void faults.push({ path: `parameters[${i}].${key}`, message });
    if (names.indexOf(name) < i) at('name', `"${name}" is the name of parameters[${names.indexOf(name)}] already.`);
    if (grid?.scale === 'log' && !(grid.from > 0 && grid.to > 0))
      at('grid', 'both ends must be positive on a "log" scale.');
    for (const [least, most] of [sample?.uniform, sample?.['log-uniform']].filter((pair) => pair !== undefined))
      if (!(least <= most)) at('sample', `${least} is more than ${most}; give the smaller number first.`);
    if (other !== undefined) {
      const axis = def.parameters.find((one) => one.name === other);
      if (!axis || other === name)
        at(
          'with',
          `there is no parameter "${other}" beside it; ${advice(
            other,
            names.filter((n) => n !== name),
          )}`,
        );
      else if (axis.with !== undefined) at('with', `"${other}" changes with "${axis.with}"; name that one.`);
      else if (!values || !axis.values || axis.values.length !== values.length)
        at(
          'with',
          `both need "values", equally many: ${axis.values?.length ?? 'none'} of "${other}", ${values?.length ?? 'none'} here.`,
        );
    }
  });
  const draws = def.parameters.some(({ sample }) => sample);
  if (draws && def.samples === undefined)
    faults.push({
      path: 'samples',
      message: 'samples is missing; give how many values are drawn of "sample" parameters.',
    });
  if (!draws && def.samples !== undefined)
    faults.push({ path: 'samples', message: 'no parameter has a "sample" to draw; leave it out.' });
  def.results?.forEach(({ take, at }, i) => {
    if (take !== undefined && at !== undefined)
      faults.push({ path: `results[${i}].at`, message: '"take" and "at" are both given; keep one.' });
  });
  return faults;
}
