/** Constraints: one object for each kind that the engine knows, made from its description. */
import { type BuiltInKind, type ConstraintKind, constraintKinds, kindsVersion } from '@pliant/engine';
import * as z from 'zod';
import { type FieldsDef, fieldSchema } from '../fields.ts';
import { named, object, oneOf } from '../quantities.ts';
import { common, type RampDef, ramp } from './constraint-keys.ts';
import type { MethodDef } from './methods.ts';

interface CommonDef {
  id: string;
  method?: MethodDef | undefined;
  active?: boolean | undefined;
}
type DefOf<K> = K extends { readonly kind: infer Kind; readonly fields: infer F }
  ? CommonDef & { kind: Kind } & FieldsDef<F> &
      (K extends { readonly ramp?: true } ? { ramp?: RampDef | undefined } : unknown)
  : never;
/** A constraint of one of the kinds that come with the engine. */
export type ConstraintDef = DefOf<BuiltInKind>;
export type EquationDef = Extract<ConstraintDef, { kind: 'equation' }>;

function kindSchema({ kind, description, fields, exclusive, ramp: ramped }: ConstraintKind): z.ZodType {
  const shape = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)]));
  const made = object({
    ...common,
    kind: z.literal(kind).describe(description),
    ...shape,
    ...(ramped ? { ramp } : {}),
  });
  const whole = exclusive ? oneOf(made, exclusive.keys as never, exclusive.what, { orNone: true }) : made;
  return named(`constraint-${kind}`, whole).describe(description);
}

let made: { readonly version: number; readonly schema: z.ZodType<ConstraintDef, ConstraintDef> } | undefined;
/** All kinds there are now. */
export function constraintSchema(): z.ZodType<ConstraintDef, ConstraintDef> {
  const version = kindsVersion();
  if (made?.version === version) return made.schema;
  const all = [...constraintKinds().values()].map(kindSchema);
  const schema = named(
    'constraint',
    z.discriminatedUnion('kind', all as never, { error: 'a constraint { "id": ..., "kind": ... }' }),
  ) as unknown as z.ZodType<ConstraintDef, ConstraintDef>;
  made = { version, schema };
  return schema;
}
