/** Methods of a scene as the engine's. */
import { local, localMethod, type Method, reaction } from '@pliant/engine';
import type { MethodDef } from '../schema.ts';
import { defined } from './defined.ts';

const reactions = new Map<number | undefined, Method>();
/** The same object for the same method: the engine batches by it. */
export function methodOf(def: MethodDef): Method {
  if (def === 'local') return local;
  if (def !== 'reaction' && def.kind === 'local') {
    const { kind: _, ...options } = def;
    return localMethod(defined(options));
  }
  const omega = def === 'reaction' ? undefined : def.omega;
  const found = reactions.get(omega) ?? reaction(omega === undefined ? {} : { omega });
  reactions.set(omega, found);
  return found;
}
