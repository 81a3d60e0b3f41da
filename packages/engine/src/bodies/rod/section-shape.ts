/**
 * Shapes of a cross section, and their geometry: area A, second moments I1 and I2, torsion constant J, polar moment P = I1 + I2.
 *
 *   round   A = pi d^2/4,  I = pi d^4/64,  J = P = 2 I
 *   tube    the same less that of the bore, d - 2 wall
 *   strip   A = w t,  I1 = w t^3/12 (curving towards its flat side, m1),  I2 = t w^3/12,  P = I1 + I2
 *           J = w t^3 (1/3 - 0.21 (t/w)(1 - (t/w)^4/12)),  w >= t: within 0.5 % of Saint-Venant's series   [Roark's formulas, table 10.7]
 */
import type { Refuse } from '../../base/refusal.ts';

/**
 * The shape of a cross section, as options: round, a tube or a strip.
 * @example const strip: ShapeOptions = { width: 0.01, thickness: 0.0005 };
 */
export interface ShapeOptions {
  /** m: of a round rod, or the outer one of a tube */
  readonly diameter?: number;
  /** m: a tube with a wall of this thickness, with a diameter */
  readonly wall?: number;
  /** m: a strip, with a thickness */
  readonly width?: number;
  /** m */
  readonly thickness?: number;
}

export interface Shape {
  readonly area: number;
  readonly I1: number;
  readonly I2: number;
  readonly J: number;
  readonly polar: number;
  /** round, without a bore */
  readonly isRound: boolean;
}

/** Undefined if no shape is given. */
export function shapeOf({ diameter, wall, width, thickness }: ShapeOptions, refuse: Refuse): Shape | undefined {
  if ((width === undefined) !== (thickness === undefined))
    throw refuse(width === undefined ? 'thickness' : 'width', 'a strip needs both a width and a thickness in m.');
  if (width !== undefined && thickness !== undefined) {
    if (diameter !== undefined || wall !== undefined)
      throw refuse(
        diameter === undefined ? 'wall' : 'diameter',
        'a strip has none; leave it out, or width and thickness.',
      );
    return strip(width, thickness);
  }
  if (diameter === undefined) {
    if (wall !== undefined) throw refuse('wall', 'a tube needs a diameter in m, its outer one.');
    return undefined;
  }
  if (wall === undefined) return round(diameter);
  if (!(2 * wall < diameter))
    throw refuse('wall', `${wall} m; it must be below half of the diameter, ${diameter / 2} m.`);
  const [outer, bore] = [round(diameter), round(diameter - 2 * wall)];
  const I = outer.I1 - bore.I1;
  return { area: outer.area - bore.area, I1: I, I2: I, J: 2 * I, polar: 2 * I, isRound: false };
}

function round(d: number): Shape {
  const area = (Math.PI * d * d) / 4;
  const I = (area * d * d) / 16;
  return { area, I1: I, I2: I, J: 2 * I, polar: 2 * I, isRound: true };
}

function strip(w: number, t: number): Shape {
  const [I1, I2] = [(w * t * t * t) / 12, (t * w * w * w) / 12];
  const [long, short] = [Math.max(w, t), Math.min(w, t)];
  const ratio = short / long;
  const slim = 1 - (ratio * ratio * ratio * ratio) / 12;
  const J = long * short * short * short * (1 / 3 - 0.21 * ratio * slim);
  return { area: w * t, I1, I2, J, polar: I1 + I2, isRound: false };
}
