/** Methods: by name, or with options; made from what the engine says of them. */
import { type BuiltInMethod, methodKinds } from '@pliant/engine';
import * as z from 'zod';
import { type FieldsDef, fieldSchema } from '../fields.ts';
import { named, object } from '../quantities.ts';

export const methodNames = Object.keys(methodKinds) as BuiltInMethod['kind'][];
const quoted = methodNames.map((name) => `"${name}"`);
const methodName = z
  .enum(methodNames as [BuiltInMethod['kind'], ...BuiltInMethod['kind'][]], {
    error: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
  })
  .describe('The name of a method.');

type OptionsOf<M> = M extends { readonly kind: infer Kind; readonly fields: infer F }
  ? { kind: Kind } & FieldsDef<F>
  : never;
export type MethodDef = BuiltInMethod['kind'] | OptionsOf<BuiltInMethod>;

const withOptions = Object.values(methodKinds).map(({ kind, description, fields }) =>
  object({
    kind: z.literal(kind).describe(description),
    ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)])),
  }),
);
export const method = named(
  'method',
  z.union([methodName, z.discriminatedUnion('kind', withOptions as never, { error: 'a method { "kind": ... }' })], {
    error: `${quoted.join(', ')}, or one with options, such as { "kind": "lagrange", "a": 0.3 }`,
  }),
) as unknown as z.ZodType<MethodDef, MethodDef>;
