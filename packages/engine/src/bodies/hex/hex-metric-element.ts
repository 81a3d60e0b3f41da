/**
 * A brick that keeps its metric.                                        [PB88, App. B, eq. 44, 45; errata: P10, P11; notes, 5]
 *
 *   U = s V sum_ij (G_ij - R_ij)^2                               over all nine
 *   F = -V sum_ij (2 s (G - R)_ij + l Gdot_ij) dG_ij/dr          the second part dissipates the power l V sum Gdot_ij^2
 *
 * G is the metric averaged over the brick (averaged-metric.ts), R that at rest. Small strains: Young's modulus 8 s, Poisson's
 * ratio 0. The averaged metric alone has 12 motions without stiffness (hourglass modes). Their stiffness is
 *
 *   q_a = sum_k Gamma_a[k] r_k,   U = kap/2 sum_a |q_a|^2,   kap = hg s V^(1/3)
 *
 * with four vectors Gamma_a that vanish on 1, X, Y, Z of the corners at rest, so that q_a = 0 for every brick that is deformed
 * affinely. Their damping kap l/(2 s) acts along q_a alone: damping of all of qdot_a would exert a torque.
 */
import { along, directionalAll } from '../../kernel/formula/derive.ts';
import { add, constant, type Expr, half, max, mul, reciprocal, square, sub, two } from '../../kernel/formula/expr.ts';
import { dot, lengthSquared, scale3, sum3, type Vec3 } from '../../kernel/formula/vector.ts';
import type { ElementKind } from '../body.ts';
import { type MoldingOptions, moldingDefaults, moldingParameters, restState } from '../molding.ts';
import { averagedMetric, brickModes, timesAmongNine } from './averaged-metric.ts';
import { forcesOf } from './work-gradient.ts';

/** Gamma of a box: products of the signs of two axes, and of all three, at the corners i + 2 j + 4 k. */
export const boxGamma: readonly (readonly number[])[] = [
  [1, 2],
  [0, 2],
  [0, 1],
  [0, 1, 2],
].map((axes) =>
  Array.from({ length: 8 }, (_, corner) => axes.reduce((sign, axis) => sign * (1 - 2 * ((corner >> axis) & 1)), 1)),
);

const total = (terms: readonly Expr[]): Expr => terms.reduce(add);
/** |q|^2, m^2, below which q has no usable direction */
const tiny = constant(1e-24);

/** Columns: V s, V l, 1/L_i, R, kap, kap l/(2 s); for cells that are not boxes, Gamma, corner by corner of each. */
const common = [
  'stiffness',
  'viscosity',
  ...['inverse0', 'inverse1', 'inverse2'],
  ...['rest00', 'rest11', 'rest22', 'rest01', 'rest02', 'rest12'],
  'hourglass',
  'hourglassDamping',
] as const;
export const firstRest = common.indexOf('rest00');

type Flow = Pick<MoldingOptions, 'form' | 'deviatoric'>;

function hexMetric(name: string, boxes: boolean, molding?: Flow): ElementKind {
  /** q_a, of places or of velocities: of a box the modes that its metric is made of */
  const modes = (r: readonly Vec3[], p: readonly Expr[]): readonly Vec3[] =>
    boxes
      ? brickModes(r).H
      : boxGamma.map((signs, a) => sum3(signs.map((_, k) => scale3(p[common.length + 8 * a + k], r[k]))));
  const metricOf = (r: readonly Vec3[], p: readonly Expr[]) => averagedMetric(r, p.slice(2, 5));
  /** R is a parameter, or state where it flows */
  const strains = (r: readonly Vec3[], p: readonly Expr[], y: readonly Expr[]): Expr[] =>
    metricOf(r, p).map((g, n) => sub(g, molding ? y[n] : p[firstRest + n]));
  const parameters = [
    ...common,
    ...(boxes ? [] : Array.from({ length: 32 }, (_, i) => `gamma${Math.floor(i / 8)}${i % 8}`)),
  ];
  return {
    name,
    blocks: new Array<number>(8).fill(3),
    parameters: [...parameters, ...(molding ? moldingParameters : [])],
    ...(molding
      ? {
          state: restState(
            molding,
            parameters.length,
            (q, p) => metricOf(q as readonly Vec3[], p),
            (p) => p.slice(firstRest, firstRest + 6),
          ),
        }
      : {}),
    energy: (q, p, y) => {
      const r = q as readonly Vec3[];
      const metric = total(strains(r, p, y).map((e, n) => mul(constant(timesAmongNine[n]), square(e))));
      const hourglass = total(modes(r, p).map(lengthSquared));
      return add(mul(p[0], metric), mul(half, mul(p[11], hourglass)));
    },
    forces: (q, v, p, y) => {
      const r = q as readonly Vec3[];
      const x = q.flat();
      const motion = along(x, v.flat());
      const strain = strains(r, p, y);
      const rates = directionalAll(strain, motion);
      const stresses = strain.map((e, n) =>
        mul(constant(timesAmongNine[n]), add(mul(mul(two, p[0]), e), mul(p[1], rates[n]))),
      );
      const hourglass = modes(r, p);
      const speeds = modes(v as readonly Vec3[], p);
      const hourglassStresses = hourglass.map((mode, a) => {
        const speed = speeds[a];
        const square = lengthSquared(mode);
        // kap q + damping q (q.qdot)/(q.q)
        return mul(half, add(p[11], mul(p[12], mul(dot(mode, speed), reciprocal(max(square, tiny))))));
      });
      const force = forcesOf([...strain, ...hourglass.map(lengthSquared)], [...stresses, ...hourglassStresses], x);
      return q.map((_, k) => force.slice(3 * k, 3 * k + 3));
    },
  };
}

/** Cells that are boxes at rest, and any others. */
export const boxCell = hexMetric('hex metric', true);
export const anyCell = hexMetric('hex metric of any shape', false);

const moldable = new Map<string, ElementKind>();
/** Elements whose rest metric flows; equal options give the same object. */
export function moldableCell(boxes: boolean, options: Flow): ElementKind {
  const { form, deviatoric } = { ...moldingDefaults, ...options };
  const name = `moldable ${boxes ? boxCell.name : anyCell.name}, ${form}${deviatoric ? ', deviatoric' : ''}`;
  const found = moldable.get(name) ?? hexMetric(name, boxes, { form, deviatoric });
  moldable.set(name, found);
  return found;
}
