import type { Placed } from '../../../forces/placed.ts';
import type { CurvedBodies } from './curved-bodies.ts';
import type { FlowingMass } from './flowing-mass.ts';
import type { Mass } from './mass.ts';
import type { Part } from './part.ts';

/** The unknowns of a solve. */
export interface Solved {
  readonly placed: readonly Placed[];
  readonly parts: readonly Part[];
  readonly mass: Mass;
  readonly flowing: FlowingMass;
  readonly curved: CurvedBodies;
  /** some bodies are at rest, and have no mass to keep the matrix definite */
  readonly rests: boolean;
}
