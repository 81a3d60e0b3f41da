/** Methods of a scene as the engine's: the same object for the same method, as the engine batches by it. */
import { type Method, methodKinds } from '@pliant/engine';
import type { MethodDef } from '../../schema.ts';
import { defined } from '../defined.ts';

export function methodOf(def: MethodDef): Method {
  const { kind, ...options } = typeof def === 'string' ? { kind: def } : def;
  return methodKinds[kind].make(defined(options));
}
