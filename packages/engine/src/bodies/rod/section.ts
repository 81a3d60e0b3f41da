/**
 * The cross section of a rod: stiffnesses and masses per length, given as such or by material and diameter.
 *
 *   A = pi d^2/4,   I = pi d^4/64,   J = pi d^4/32 = 2 I:      EA, EI, GJ, rhoA, rhoJ
 *
 * Where the diameter is not given it is that of the round rod with this EA and EI, d = 4 sqrt(EI/EA); rhoJ = rhoA d^2/8, the
 * inertia of that rod about its axis.
 */
import type { Refuse } from '../../base/refusal.ts';

export interface SectionOptions {
  /** N, what stretching by 1 would take */
  readonly EA?: number;
  /** N m^2; 0: a thread */
  readonly EI?: number;
  /** N m^2; 0: it knows no twist */
  readonly GJ?: number;
  /** kg/m */
  readonly rhoA?: number;
  /** kg m, about its axis */
  readonly rhoJ?: number;
  /** m */
  readonly diameter?: number;
  /** Pa, with a diameter */
  readonly young?: number;
  /** Pa, with a diameter */
  readonly shear?: number;
  /** kg/m^3, with a diameter */
  readonly density?: number;
}

export interface Section {
  readonly EA: number;
  readonly EI: number;
  readonly GJ: number;
  readonly rhoA: number;
  readonly rhoJ: number;
  /** undefined for a thread of which nothing says how thick it is */
  readonly diameter: number | undefined;
}

export function sectionOf(options: SectionOptions, refuse: Refuse): Section {
  const positive = (name: keyof SectionOptions, unit: string, orZero = false): void => {
    const value = options[name];
    if (value === undefined || (Number.isFinite(value) && (value > 0 || (orZero && value === 0)))) return;
    throw refuse(name, `${value} ${unit}; it must be ${orZero ? 'zero or ' : ''}positive.`);
  };
  for (const name of ['EI', 'GJ'] as const) positive(name, 'N m^2', true);
  for (const name of ['young', 'shear'] as const) positive(name, 'Pa');
  positive('EA', 'N');
  positive('rhoA', 'kg/m');
  positive('rhoJ', 'kg m');
  positive('density', 'kg/m^3');
  positive('diameter', 'm');

  const d = options.diameter;
  const area = d && (Math.PI * d * d) / 4;
  const EA = options.EA ?? product(options.young, area);
  if (EA === undefined) throw refuse('', 'give EA in N, or young in Pa and a diameter in m.');
  const rhoA = options.rhoA ?? product(options.density, area);
  if (rhoA === undefined) throw refuse('', 'give rhoA in kg/m, or a density in kg/m^3 and a diameter in m.');
  const I = area && d && (area * d * d) / 16;
  const EI = options.EI ?? product(options.young, I) ?? 0;
  const GJ = options.GJ ?? product(options.shear, I && 2 * I) ?? 0;
  if (options.shear !== undefined && d === undefined) throw refuse('shear', 'it needs a diameter in m, or give GJ.');
  const diameter = d ?? (EI > 0 ? 4 * Math.sqrt(EI / EA) : undefined);
  const rhoJ = options.rhoJ ?? product(rhoA, diameter && (diameter * diameter) / 8);
  if (GJ > 0 && rhoJ === undefined)
    throw refuse('GJ', 'a rod that twists needs a diameter in m, or rhoJ in kg m, for its inertia.');
  return { EA, EI, GJ, rhoA, rhoJ: rhoJ ?? 0, diameter };
}
const product = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a * b;
