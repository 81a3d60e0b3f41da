import { expect, test } from 'vitest';
import { refusing } from '../../base/refusal.ts';
import { sectionOf } from './section.ts';
import type { SectionOptions } from './section-options.ts';

const made = (options: SectionOptions) => sectionOf(options, refusing({ body: 'rod' }));
const steel = { young: 2e11, shear: 8e10, density: 7800 };

test('a tube is a round rod less its bore', () => {
  const [tube, outer, bore] = [{ diameter: 0.02, wall: 0.003 }, { diameter: 0.02 }, { diameter: 0.014 }].map((shape) =>
    made({ ...steel, ...shape }),
  );
  for (const key of ['EA', 'EI1', 'EI2', 'GJ', 'rhoA', 'rhoJ'] as const)
    expect(tube[key]).toBeCloseTo(outer[key] - bore[key], 9);
});

/** J of a rectangle by Saint-Venant's series. */
function torsion(w: number, t: number): number {
  let sum = 0;
  for (let n = 1; n < 60; n += 2) sum += Math.tanh((n * Math.PI * w) / (2 * t)) / n ** 5;
  return ((w * t ** 3) / 3) * (1 - (192 / Math.PI ** 5) * (t / w) * sum);
}
test.each([
  [0.01, 0.01],
  [0.01, 0.004],
  [0.01, 0.0002],
])('a strip of %d m by %d m: its J within 0.5 %% of the series, however it is turned', (width, thickness) => {
  const { EA, EI, EI1, EI2, GJ, rhoA, rhoJ } = made({ ...steel, width, thickness });
  expect(EA).toBeCloseTo(2e11 * width * thickness, 3);
  expect(EI1 / ((2e11 * width * thickness ** 3) / 12)).toBeCloseTo(1, 12);
  expect(EI2 / ((2e11 * thickness * width ** 3) / 12)).toBeCloseTo(1, 12);
  expect(EI).toBe(EI1);
  expect(Math.abs(GJ / (8e10 * torsion(width, thickness)) - 1)).toBeLessThan(5e-3);
  expect(made({ ...steel, width: thickness, thickness: width }).GJ).toBe(GJ);
  expect(rhoJ / ((rhoA * (width ** 2 + thickness ** 2)) / 12)).toBeCloseTo(1, 12);
});

test('presets fill in what is not given', () => {
  const wire = made({ preset: 'music-wire', diameter: 1e-3 });
  expect(wire.EA / ((206.84e9 * Math.PI * 1e-6) / 4)).toBeCloseTo(1, 4);
  expect(wire.GJ / ((79.29e9 * Math.PI * 1e-12) / 32)).toBeCloseTo(1, 4);
  const rope = made({ preset: 'climbing-10mm' });
  expect(rope).toMatchObject({ rhoA: 0.065, EI: 0, GJ: 0, diameter: 0.01 });
  expect((80 * 9.80665) / rope.EA).toBeCloseTo(0.08, 12);
  expect(made({ preset: 'climbing-10mm', EA: 2e4, EI: 0.1 })).toMatchObject({ EA: 2e4, EI: 0.1, rhoA: 0.065 });
});

test.each<[SectionOptions, string]>([
  [{ preset: 'hemp' }, 'body "rod": preset — there is no "hemp"; there are climbing-10mm, music-wire,'],
  [{ ...steel, width: 0.01 }, 'body "rod": width — a strip needs both a width and a thickness in m.'],
  [{ ...steel, width: 0.01, thickness: 0.001, diameter: 0.01 }, 'body "rod": diameter — a strip has none;'],
  [{ ...steel, wall: 0.001 }, 'body "rod": wall — a tube needs a diameter in m, its outer one.'],
  [
    { ...steel, diameter: 0.01, wall: 0.005 },
    'body "rod": wall — 0.005 m; it must be below half of the diameter, 0.005 m.',
  ],
  [{ EA: 1, rhoA: 1, EI1: 1 }, 'body "rod": EI1 — give both EI1 and EI2, or EI for both.'],
  [{ EA: 1, rhoA: 1, EI: 1, EI1: 1, EI2: 1 }, 'body "rod": EI — EI1 and EI2 are given too; leave it or these out.'],
])('%o is refused', (options, message) => {
  expect(() => made(options)).toThrow(message);
});
