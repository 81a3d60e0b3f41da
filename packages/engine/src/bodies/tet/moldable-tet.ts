/**
 * A tet of St. Venant-Kirchhoff's material whose rest metric flows.                                 [PB88, sec. 6.3; ../molding.ts]
 *
 *   E = (C - R)/2,   C = F' F            R: the rest metric, state; the identity at the start
 *   energy   V (mu |E|^2 + la/2 (tr E)^2),    S = 2 mu E + la tr E,    P = F S
 *
 * With R = 1 it is the tet of tet-element.ts. C is measured in the rest shape of the mesh, as G of a brick is. Materials that are
 * formulas of F alone have no rest metric that could flow.
 */
import { add, constant, type Expr, half, mul, sub, two } from '../../kernel/formula/expr.ts';
import {
  addMatrix,
  column,
  type Mat3,
  multiply,
  neg3,
  scalarMatrix,
  scaleMatrix,
  sum3,
  transpose,
  type Vec3,
  vectors,
} from '../../kernel/formula/vector.ts';
import type { ElementKind } from '../body.ts';
import { type MoldingOptions, moldingDefaults, moldingParameters, restState } from '../molding.ts';
import { gradientOf } from './tet-element.ts';

/** The material that it is made for. */
export const moldableMaterial = 'st-venant-kirchhoff';

type Flow = Pick<MoldingOptions, 'form' | 'deviatoric'>;
type Blocks = readonly (readonly Expr[])[];
const asPoints = (q: Blocks): Vec3[] => q as unknown as Vec3[];

/** All of B, which measures C in the rest shape; V mu, V la, V eta. */
const rest = ['00', '01', '02', '10', '11', '12', '20', '21', '22'].map((ij) => `B${ij}`);
const tetParameters = [...rest, 'shear', 'lame', 'viscosity'];
const tetParts = (p: readonly Expr[]) => ({
  B: vectors(p.slice(0, 9)) as unknown as Mat3,
  mu: p[9],
  la: p[10],
  eta: p[11],
});
/** 00, 11, 22, 01, 02, 12 */
const metricOf = (q: Blocks, p: readonly Expr[]): Expr[] => {
  const F = gradientOf(asPoints(q), tetParts(p).B);
  const C = multiply(transpose(F), F);
  return [C[0][0], C[1][1], C[2][2], C[0][1], C[0][2], C[1][2]];
};
const strainOf = (q: Blocks, p: readonly Expr[], y: readonly Expr[]): Mat3 => {
  const [a, b, c, d, e, f] = metricOf(q, p).map((g, n) => mul(half, sub(g, y[n])));
  return [
    [a, d, e],
    [d, b, f],
    [e, f, c],
  ];
};
const traceOf = (E: Mat3): Expr => add(add(E[0][0], E[1][1]), E[2][2]);

const made = new Map<string, ElementKind>();
/** One object for the same options. */
export function moldableTet(options: Flow): ElementKind {
  const { form, deviatoric } = { ...moldingDefaults, ...options };
  const name = `moldable tet, ${form}${deviatoric ? ', deviatoric' : ''}`;
  const found = made.get(name);
  if (found) return found;
  const kind: ElementKind = {
    name,
    blocks: [3, 3, 3, 3],
    parameters: [...tetParameters, ...moldingParameters],
    state: restState({ form, deviatoric }, tetParameters.length, metricOf, () => [1, 1, 1, 0, 0, 0]),
    energy(q, p, y) {
      const { mu, la } = tetParts(p);
      const E = strainOf(q, p, y);
      const squares = E.flat()
        .map((e) => mul(e, e))
        .reduce((sum, e) => add(sum, e));
      const trace = traceOf(E);
      return add(mul(mu, squares), mul(mul(constant(0.5), la), mul(trace, trace)));
    },
    forces(q, v, p, y) {
      const { B, mu, la, eta } = tetParts(p);
      const F = gradientOf(asPoints(q), B);
      const rate = multiply(transpose(F), gradientOf(asPoints(v), B));
      const Edot = scaleMatrix(half, addMatrix(rate, transpose(rate)));
      const E = strainOf(q, p, y);
      const elastic = addMatrix(scaleMatrix(mul(two, mu), E), scalarMatrix(mul(la, traceOf(E))));
      const P = multiply(F, addMatrix(elastic, scaleMatrix(mul(two, eta), Edot)));
      const H = multiply(P, transpose(B));
      const f = [0, 1, 2].map((k) => neg3(column(H, k)));
      return [neg3(sum3(f)), ...f] as unknown as Expr[][];
    },
  };
  made.set(name, kind);
  return kind;
}
