/** What a cross section may be given by. */
import { number, text } from '../../base/options.ts';
import type { ShapeOptions } from './section-shape.ts';

/**
 * The cross section of a rod, as options: stiffnesses and masses per length, or material and shape.
 * @example const section: SectionOptions = { diameter: 0.01, young: 1e7, density: 1100 };
 */
export interface SectionOptions extends ShapeOptions {
  /** a rope or wire by name, see sectionPresets: it fills in what is not given */
  readonly preset?: string;
  /** stretching stiffness, N */
  readonly EA?: number;
  /** bending stiffness, N m^2; 0: a thread */
  readonly EI?: number;
  /** of a rod that bends more easily one way: against curving towards m1, and towards m2, N m^2 */
  readonly EI1?: number;
  readonly EI2?: number;
  /** twisting stiffness, N m^2; 0: no twist */
  readonly GJ?: number;
  /** kg/m */
  readonly rhoA?: number;
  /** kg m, about its axis */
  readonly rhoJ?: number;
  /** Pa, with a shape */
  readonly young?: number;
  /** Pa, with a shape */
  readonly shear?: number;
  /** kg/m^3, with a shape */
  readonly density?: number;
}

export const sectionChecks = {
  preset: text,
  EA: number,
  EI: number,
  EI1: number,
  EI2: number,
  GJ: number,
  rhoA: number,
  rhoJ: number,
  diameter: number,
  wall: number,
  width: number,
  thickness: number,
  young: number,
  shear: number,
  density: number,
} as const;
