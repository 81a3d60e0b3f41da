/**
 * What a message of the page has to contain. The page is built together with the worker, so a message that is wrong is a fault of
 * ours: it is refused in a sentence and changes nothing, instead of leaving NaN or half a change in the run.
 */

/** Says what is expected, or nothing if a value is right. */
type Check = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

const that = (is: (value: unknown) => boolean, expected: string): Check => {
  return (value) => (is(value) ? undefined : expected);
};
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const whole = (low: number, high: number): Check =>
  that(
    (value) => Number.isInteger(value) && (value as number) >= low && (value as number) <= high,
    `a whole number from ${low} to ${high}`,
  );
const text = that((value) => typeof value === 'string', 'a text');
const isPoint = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every((x) => Number.isFinite(x) && Math.abs(x) <= farthest);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);

/** m: as far as scenes reach */
const farthest = 1e30;
/** steps at a time, in which no message is heard; `run-to` makes more */
const mostSteps = 1000;

const point = that(isPoint, 'three numbers');
const node = whole(0, 2 ** 31);
const source = that(
  (value) =>
    isObject(value) &&
    text(value.text) === undefined &&
    text(value.file) === undefined &&
    optional(text)(value.folder) === undefined &&
    (value.files === undefined || value.files instanceof Map),
  'a scene with its text and its name',
);
const choice = (value: unknown): boolean =>
  isObject(value) &&
  text(value.name) === undefined &&
  [node(value.node), point(value.at), value.kept === true ? undefined : 'kept'].some((fault) => fault === undefined);
const draft = that(
  (value) =>
    isObject(value) &&
    text(value.text) === undefined &&
    optional(text)(value.replaces) === undefined &&
    Array.isArray(value.points) &&
    value.points.every(choice),
  'an equation with its text and its points',
);

const nothing: Fields = {};
const messages: Readonly<Record<string, Fields>> = {
  load: {
    source,
    play: that((value) => typeof value === 'boolean', 'true or false'),
    state: optional(that((value) => value instanceof Uint8Array, 'bytes')),
  },
  ...{ play: nothing, pause: nothing, reset: nothing, drop: nothing, shown: nothing, ping: nothing },
  step: { count: whole(1, mostSteps) },
  speed: { factor: that((value) => Number.isFinite(value) && (value as number) > 0, 'a positive number') },
  grab: { node, to: point },
  move: { to: point },
  switch: { constraint: text, to: that((value) => ['off', 'on', 'here'].includes(value as string), 'off, on or here') },
  ask: { request: that(Number.isInteger, 'a whole number'), what: text },
};
const questions: Readonly<Record<string, Fields>> = {
  ...{ hash: nothing, 'stable-step': nothing, matrix: nothing, 'undo-equation': nothing },
  'check-equation': { draft },
  'put-equation': { draft },
  'remove-equation': { id: text },
  'set-field': { constraint: text, key: text, text },
  fields: { constraint: text },
  'run-to': { step: whole(0, Number.MAX_SAFE_INTEGER) },
};

/** A sentence about what is wrong with a message, if something is. */
export function messageFault(message: unknown): string | undefined {
  if (!isObject(message)) return 'The page sent something that is no message.';
  const fields = known(messages, message.type);
  if (!fields) return `The page sent a message of the unknown type ${JSON.stringify(message.type) ?? 'of none'}.`;
  const asked = message.type === 'ask' ? known(questions, message.what) : nothing;
  if (!asked) return `The page asked for ${JSON.stringify(message.what) ?? 'nothing'}, which is unknown.`;
  for (const [key, check] of Object.entries({ ...fields, ...asked })) {
    const expected = check(message[key]);
    if (expected !== undefined)
      return `The page sent "${message.type}" with a wrong "${key}"; it has to be ${expected}.`;
  }
  return undefined;
}
const known = (table: Readonly<Record<string, Fields>>, name: unknown): Fields | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
