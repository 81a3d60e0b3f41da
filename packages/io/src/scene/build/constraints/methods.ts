/** Methods of a scene as the engine's: the same object for the same method, as the engine batches by it. */
import { displacementMethod, lagrangeMethod, localMethod, type Method, reaction } from '@pliant/engine';
import type { MethodDef } from '../../schema.ts';
import { defined } from '../defined.ts';

const reactions = new Map<number | undefined, Method>();

export function methodOf(def: MethodDef): Method {
  const given = typeof def === 'string' ? { kind: def } : def;
  switch (given.kind) {
    case 'local': {
      const { kind: _, ...options } = given;
      return localMethod(defined(options));
    }
    case 'lagrange': {
      const { kind: _, ...options } = given;
      return lagrangeMethod(defined(options));
    }
    case 'displacement': {
      const { kind: _, ...options } = given;
      return displacementMethod(defined(options));
    }
    case 'reaction': {
      const omega = 'omega' in given ? given.omega : undefined;
      const found = reactions.get(omega) ?? reaction(omega === undefined ? {} : { omega });
      reactions.set(omega, found);
      return found;
    }
  }
}
