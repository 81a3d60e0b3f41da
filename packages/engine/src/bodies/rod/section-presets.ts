/**
 * Ropes and wires by name. A preset fills in what is not given; it never replaces what is. Sources: docs/kinds/spline.md, "Presets".
 *
 * Wires give moduli and density: a shape is needed beside. Ropes give EA, rhoA and diameter as their makers publish them; nobody publishes EI and
 * GJ of a rope, so that these stay 0 unless they are given.
 */
import type { Refuse } from '../../base/refusal.ts';

interface Preset {
  readonly diameter?: number;
  readonly EA?: number;
  readonly rhoA?: number;
  readonly young?: number;
  readonly shear?: number;
  readonly density?: number;
}

/** psi in Pa, and lb/in^3 in kg/m^3, as the tables have them. */
const psi = 6894.757293168;
const poundsPerCubicInch = 27679.9047102;
const wire = (young: number, shear: number, density: number): Preset => ({
  young: young * psi,
  shear: shear * psi,
  density: density * poundsPerCubicInch,
});

/**
 * Sections of ropes and wires, by name.
 * @example spline({ ...sectionPresets['music-wire'], diameter: 0.001, points: [0, 0, 0, 1, 0, 0], count: 20 })
 */
export const sectionPresets = {
  // 80 kg stretch it by 8 %, static, in the test of EN 892
  'climbing-10mm': { diameter: 0.01, EA: (80 * 9.80665) / 0.08, rhoA: 0.065 },
  'music-wire': wire(30e6, 11.5e6, 0.284),
  'stainless-302': wire(28e6, 10e6, 0.286),
  'phosphor-bronze': wire(15e6, 6.25e6, 0.32),
} as const satisfies Record<string, Preset>;

/** The options with those of their preset behind them. */
export function withPreset<Options extends Preset & { readonly preset?: string }>(
  options: Options,
  refuse: Refuse,
): Options {
  const { preset } = options;
  if (preset === undefined) return options;
  const all: Readonly<Record<string, Preset>> = sectionPresets;
  if (!Object.hasOwn(all, preset))
    throw refuse('preset', `there is no "${preset}"; there are ${Object.keys(all).join(', ')}.`);
  return { ...all[preset], ...options };
}
