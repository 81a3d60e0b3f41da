/**
 * A point at which the energy of a material is integrated, over any number of nodes.
 *
 *   F = sum_a x_a b_a',   sum_a b_a = 0       b_a: gradient of the shape function of node a, by the material's coordinates
 *   energy   w psi(F)                          w: the volume that the point stands for
 *   forces   f_a = -w (P + Pv) b_a,   Pv = 2 eta F sym(F' Fdot), as in tet-element.ts
 *
 * Elements differ in their nodes and b alone: tets of second order (second-order-tets.ts), and tets whose strain is a mean
 * around edges and nodes (smoothed-tets.ts). b_0 follows from the others, and places count from that of node 0, so that nothing is
 * lost far from the origin.
 *
 * Parameters: b_1 .. b_(n-1), w, w mu, w la, and w eta where anything is viscous.
 */
import { type Expr, half, mul, two } from '../../kernel/formula/expr.ts';
import {
  addMatrix,
  determinant,
  type Mat3,
  multiply,
  multiplyVector,
  neg3,
  outer,
  scaleMatrix,
  sub3,
  sum3,
  transpose,
  type Vec3,
  vectors,
} from '../../kernel/formula/vector.ts';
import { materials } from '../../materials/index.ts';
import { type Material, stressOf } from '../../materials/material.ts';
import type { ElementKind, Elements } from '../body.ts';

/** Where a material is integrated. */
export interface IntegrationPoint {
  readonly nodes: readonly number[];
  /** 3 for each node */
  readonly b: readonly number[];
  /** m^3 */
  readonly volume: number;
  /** la is taken so many times here, where it is integrated at other points than mu; 1 if not given */
  readonly bulk?: number;
}
/** What the material is there. */
export interface PointModuli {
  readonly young: number;
  readonly poisson: number;
  readonly viscosity: number;
}

function parts(n: number, p: readonly Expr[]) {
  const others = vectors(p.slice(0, 3 * (n - 1)));
  const [volume, mu, la, eta] = p.slice(3 * (n - 1));
  return { others, volume, mu, la, eta };
}
/** F, or its rate, of places or velocities. */
const gradientOf = ([first, ...rest]: readonly Vec3[], others: readonly Vec3[]): Mat3 =>
  rest.map((x, a) => outer(sub3(x, first), others[a])).reduce(addMatrix);

function pointElement(material: Material, n: number, viscous: boolean): ElementKind {
  const shape = (q: readonly (readonly Expr[])[], p: readonly Expr[]) => {
    const own = parts(n, p);
    return { ...own, F: gradientOf(q as unknown as Vec3[], own.others) };
  };
  return {
    name: `${material.name} at a point of ${n} nodes${viscous ? ', viscous' : ''}`,
    blocks: new Array<number>(n).fill(3),
    parameters: [
      ...Array.from({ length: 3 * (n - 1) }, (_, i) => `b${1 + Math.floor(i / 3)}${i % 3}`),
      ...['volume', 'shear', 'lame'],
      ...(viscous ? ['viscosity'] : []),
    ],
    continuum(q, p) {
      const { F, volume } = shape(q, p);
      return mul(volume, determinant(F));
    },
    energy(q, p) {
      const { F, mu, la } = shape(q, p);
      return material.energy(F, mu, la);
    },
    ...(material.hessian && {
      hessian(q, p) {
        const { F, mu, la, others } = shape(q, p);
        return (material.hessian as NonNullable<Material['hessian']>)(F, mu, la, [neg3(sum3(others)), ...others]);
      },
    }),
    forces(q, v, p) {
      const { F, others, mu, la, eta } = shape(q, p);
      let P = stressOf(material, F, mu, la);
      if (viscous) {
        const rate = multiply(transpose(F), gradientOf(v as unknown as Vec3[], others));
        const Edot = scaleMatrix(half, addMatrix(rate, transpose(rate)));
        P = addMatrix(P, scaleMatrix(mul(two, eta), multiply(F, Edot)));
      }
      const f = others.map((b) => neg3(multiplyVector(P, b)));
      return [neg3(sum3(f)), ...f] as unknown as Expr[][];
    },
  };
}

const kinds = new Map<string, ElementKind>();
/** One object for the same formula: bodies that share it are computed together. */
function kindOf(material: string, n: number, viscous: boolean): ElementKind {
  const key = `${material} ${n} ${viscous}`;
  const found = kinds.get(key) ?? pointElement(materials[material], n, viscous);
  kinds.set(key, found);
  return found;
}

/**
 * Points as elements, grouped by how many nodes they have, fewest first; and the place of each point among all elements in
 * that order.
 */
export function pointElements(
  material: string,
  points: readonly IntegrationPoint[],
  moduli: (point: number) => PointModuli,
): { readonly elements: Elements[]; readonly place: Int32Array } {
  const all = points.map((_, p) => moduli(p));
  const viscous = all.some(({ viscosity }) => viscosity > 0);
  const place = new Int32Array(points.length);
  let placed = 0;
  const sizes = [...new Set(points.map(({ nodes }) => nodes.length))].sort((a, b) => a - b);
  const elements = sizes.map((n): Elements => {
    const kind = kindOf(material, n, viscous);
    const own = [...points.keys()].filter((p) => points[p].nodes.length === n);
    const columns = kind.parameters.length;
    const parameters = new Float64Array(own.length * columns);
    const blocks = new Int32Array(own.length * n);
    own.forEach((p, e) => {
      const { nodes, b, volume: w, bulk = 1 } = points[p];
      const { young: E, poisson: nu, viscosity } = all[p];
      const row = [...b.slice(3), w, (w * E) / (2 * (1 + nu)), (bulk * w * E * nu) / ((1 + nu) * (1 - 2 * nu))];
      parameters.set(viscous ? [...row, w * viscosity] : row, e * columns);
      blocks.set(
        nodes.map((node) => 3 * node),
        e * n,
      );
      place[p] = placed++;
    });
    return { kind, count: own.length, blocks, parameters };
  });
  return { elements, place };
}
