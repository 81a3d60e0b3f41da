/** Methods of a scene as the engine's: the same object for the same method, as the engine batches by it. */
import { type Method, methodKinds } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import { refusalAt } from '../../file/refusals.ts';
import type { MethodDef } from '../../schema.ts';
import { defined } from '../defined.ts';

/** Options that contradict each other are told where they stand. */
export function checkMethod(def: MethodDef | undefined, path: string, faults: Faults): void {
  if (def !== undefined) faults.try(refusalAt(path, typeof def === 'string' ? {} : def), () => methodOf(def));
}

export function methodOf(def: MethodDef): Method {
  const { kind, ...options } = typeof def === 'string' ? { kind: def } : def;
  return methodKinds[kind].make(defined(options));
}
