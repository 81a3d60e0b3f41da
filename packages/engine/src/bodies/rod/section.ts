/**
 * The cross section of a rod: stiffnesses and masses per length, given as such or by material and shape (section-shape.ts).
 *
 *   EA, EI1, EI2, GJ, rhoA;   rhoJ = rho P, the inertia about the axis
 *
 * EI1 resists curving towards m1, EI2 curving towards m2 (frames/frame-point.ts); EI means both. Where no shape is given, the diameter is that of
 * the round rod with this EA and EI, d = 4 sqrt(EI/EA), and rhoJ = rhoA d^2/8.
 */

import type { Refuse } from '../../base/refusal.ts';
import type { SectionOptions } from './section-options.ts';
import { withPreset } from './section-presets.ts';
import { type Shape, shapeOf } from './section-shape.ts';

/**
 * The cross section of a rod: stiffnesses and masses per length.
 * @example const { EA, EI }: Section = rod.section;
 */
export interface Section {
  readonly EA: number;
  /** the smaller of EI1 and EI2 */
  readonly EI: number;
  readonly EI1: number;
  readonly EI2: number;
  readonly GJ: number;
  readonly rhoA: number;
  readonly rhoJ: number;
  /** of the tube that it is drawn as, m; undefined for a thread without a given shape */
  readonly diameter: number | undefined;
}

type Quantity = Exclude<keyof SectionOptions, 'preset'>;
export function sectionOf(given: SectionOptions, refuse: Refuse): Section {
  const options = withPreset(given, refuse);
  const positive = (name: Quantity, unit: string, orZero = false): void => {
    const value = options[name];
    if (value === undefined || (Number.isFinite(value) && (value > 0 || (orZero && value === 0)))) return;
    throw refuse(name, `${value} ${unit}; it must be ${orZero ? 'zero or ' : ''}positive.`);
  };
  for (const name of ['EI', 'EI1', 'EI2', 'GJ'] as const) positive(name, 'N m^2', true);
  for (const name of ['young', 'shear'] as const) positive(name, 'Pa');
  positive('EA', 'N');
  positive('rhoA', 'kg/m');
  positive('rhoJ', 'kg m');
  positive('density', 'kg/m^3');
  for (const name of ['diameter', 'wall', 'width', 'thickness'] as const) positive(name, 'm');

  const shape = shapeOf(options, refuse);
  const EA = options.EA ?? product(options.young, shape?.area);
  if (EA === undefined) throw refuse('', 'give EA in N, or young in Pa and a diameter in m.');
  const rhoA = options.rhoA ?? product(options.density, shape?.area);
  if (rhoA === undefined) throw refuse('', 'give rhoA in kg/m, or a density in kg/m^3 and a diameter in m.');
  const { EI1, EI2 } = bendingOf(options, shape, refuse);
  const EI = Math.min(EI1, EI2);
  const GJ = options.GJ ?? product(options.shear, shape?.J) ?? 0;
  if (options.shear !== undefined && !shape) throw refuse('shear', 'it needs a diameter in m, or give GJ.');
  const diameter = drawnDiameter(options) ?? (EI > 0 ? 4 * Math.sqrt(EI / EA) : undefined);
  const rhoJ = options.rhoJ ?? inertia(rhoA, shape, diameter);
  if (GJ > 0 && rhoJ === undefined)
    throw refuse('GJ', 'a rod that twists needs a diameter in m, or rhoJ in kg m, for its inertia.');
  return { EA, EI, EI1, EI2, GJ, rhoA, rhoJ: rhoJ ?? 0, diameter };
}
const product = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a * b;

function bendingOf({ EI, EI1, EI2, young }: SectionOptions, shape: Shape | undefined, refuse: Refuse) {
  if ((EI1 === undefined) !== (EI2 === undefined))
    throw refuse(EI1 === undefined ? 'EI2' : 'EI1', 'give both EI1 and EI2, or EI for both.');
  if (EI1 !== undefined && EI2 !== undefined) {
    if (EI !== undefined) throw refuse('EI', 'EI1 and EI2 are given too; leave it or these out.');
    return { EI1, EI2 };
  }
  return { EI1: EI ?? product(young, shape?.I1) ?? 0, EI2: EI ?? product(young, shape?.I2) ?? 0 };
}
/** A strip is drawn as a tube of the same area. */
function drawnDiameter({ diameter, width, thickness }: SectionOptions): number | undefined {
  if (width === undefined || thickness === undefined) return diameter;
  return Math.sqrt((4 * width * thickness) / Math.PI);
}
/** rho P. */
function inertia(rhoA: number, shape: Shape | undefined, diameter: number | undefined): number | undefined {
  if (shape && !shape.isRound) return (rhoA * shape.polar) / shape.area;
  return product(rhoA, diameter && (diameter * diameter) / 8);
}
