/** Methods of a scene as the engine's: the same object for the same method, as the engine batches by it. */
import {
  augmented,
  displacementMethod,
  lagrangeMethod,
  localMethod,
  type Method,
  penalty,
  reaction,
} from '@pliant/engine';
import type { MethodDef } from '../../schema.ts';
import { defined } from '../defined.ts';

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
      const { kind: _, ...options } = given;
      return reaction(defined(options));
    }
    case 'penalty': {
      const { kind: _, ...options } = given;
      return penalty(defined(options));
    }
    case 'augmented': {
      const { kind: _, ...options } = given;
      return augmented(defined(options));
    }
  }
}
