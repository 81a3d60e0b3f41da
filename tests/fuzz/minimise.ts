/** Makes a bad case smaller while it stays bad in the same way: parts of its JSON, of its bytes or of its words are left out. */
import { decode, encode } from './bytes.ts';
import type { FuzzCase } from './cases.ts';
import type { Json } from './json-mutation.ts';
import type { Verdict } from './judge.ts';

/** What is wrong, without the numbers and names in it. */
export const signature = (why: string): string =>
  why
    .replace(/"[^"]*"/g, '""')
    .replace(/[-+]?\d[\d.e+-]*/g, '#')
    .slice(0, 120);

export async function minimised(
  input: FuzzCase,
  why: string,
  run: (input: FuzzCase) => Promise<Verdict>,
  mostRuns = 300,
): Promise<FuzzCase> {
  const wanted = signature(why);
  let best = input;
  let runs = 0;
  let smaller = true;
  while (smaller) {
    smaller = false;
    for (const candidate of smallerCases(best)) {
      if (runs++ >= mostRuns) return best;
      const verdict = await run(candidate);
      if (verdict.class !== 'bad' || signature(verdict.why) !== wanted) continue;
      best = candidate;
      smaller = true;
      break;
    }
  }
  return best;
}

function* smallerCases(input: FuzzCase): Generator<FuzzCase> {
  switch (input.kind) {
    case 'scenes':
    case 'equations':
      if (input.steps > 2) yield { ...input, steps: 2 };
      for (const scene of smallerJson(input.scene)) yield { ...input, scene };
      return;
    case 'commands':
      for (let i = 0; i < input.args.length; i++) yield { ...input, args: input.args.filter((_, k) => k !== i) };
      return;
    case 'messages':
      for (let i = 0; i < input.messages.length; i++)
        yield { ...input, messages: input.messages.filter((_, k) => k !== i) };
      return;
    case 'meshes':
      for (const bytes of smallerBytes(decode(input.bytes))) yield { ...input, bytes: encode(bytes) };
      return;
    default:
      return; // recordings and states are as long as their lengths say
  }
}

/** One part left out, the largest first. */
function* smallerJson(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const at = (key: string | number): Json => (value as Record<string, Json>)[key];
  const bySize = [...keys].sort((a, b) => JSON.stringify(at(b)).length - JSON.stringify(at(a)).length);
  for (const key of bySize) yield without(value, key);
  for (const key of bySize) for (const part of smallerJson(at(key))) yield replaced(value, key, part);
}
function without(value: Json[] | { [key: string]: Json }, key: string | number): Json {
  if (Array.isArray(value)) return value.filter((_, i) => i !== key);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
function replaced(value: Json[] | { [key: string]: Json }, key: string | number, part: Json): Json {
  if (Array.isArray(value)) return value.map((old, i) => (i === key ? part : old));
  return Object.fromEntries(Object.entries(value).map(([name, old]) => [name, name === key ? part : old]));
}
function* smallerBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let size = bytes.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < bytes.length; at += size) {
      yield new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(at + size)]);
    }
  }
}
