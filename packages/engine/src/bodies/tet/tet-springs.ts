/**
 * Tetrahedra whose edges, faces and volumes resist change.                                [THMG04, as used by GBT06, sec. 5]
 *
 * `form` says in what units stiffness and damping are given; C is the relative change of length, area or volume:
 *
 *   modulus   Pa     E = k/2 V C^2 with the volume V that belongs to the element (a sixth of each tet at an edge, a quarter
 *                    at a face): the body behaves the same at every resolution and scale. Damping in Pa s.
 *   spring    N/m    edges E = k/2 (l - L0)^2, faces E = k/2 A0 C^2; volumes in Pa as above. Damping of edges in N s/m.
 *   joule     J      E = k/2 C^2, as THMG04 has it. Damping in J s.
 *
 * Stiffness and density are given once or for each tet; edges and faces take the mean of their tets.
 */

import { checkOptions, either, number, numbers, oneOf } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { facesOf, type Mesh, tetVolume } from '../../meshes/mesh.ts';
import { type Body, type ElementKind, type Elements, perItem } from '../body.ts';
import { massPoints, type ParticlesOptions, pointOptions } from '../particles.ts';
import { area, edge, volume } from './springs.ts';

/**
 * Options of `tetSprings`.
 * @example const options: TetSpringsOptions = { density: 1000, stretch: 1e4, bulk: 1e4 };
 */
export interface TetSpringsOptions extends Omit<ParticlesOptions, 'mass'> {
  /** kg/m^3; each tet gives a quarter of its mass to each corner */
  readonly density?: number | ArrayLike<number>;
  /** kg at each node, instead of a density */
  readonly mass?: number | ArrayLike<number>;
  readonly form?: 'modulus' | 'spring' | 'joule';
  readonly stretch?: number | ArrayLike<number>;
  readonly area?: number | ArrayLike<number>;
  readonly bulk?: number | ArrayLike<number>;
  /** of edges, of faces, of volumes */
  readonly damping?: number | ArrayLike<number>;
  readonly areaDamping?: number | ArrayLike<number>;
  readonly bulkDamping?: number | ArrayLike<number>;
}

/**
 * What `tetSprings` uses for options that are not given.
 * @example tetSprings(boxMesh, { ...tetSpringsDefaults, density: 1000, stretch: 1e4 })
 */
export const tetSpringsDefaults = { form: 'modulus' } as const;

/**
 * A body of tets whose edges, faces and volumes resist change.
 * @example world.add(tetSprings(boxMesh, { density: 1000, stretch: 1e4, bulk: 1e4 }))
 */
export function tetSprings(mesh: Mesh, options: TetSpringsOptions): Body {
  const perTetOrAll = either(number, numbers);
  checkOptions('tetSprings', options, {
    ...pointOptions,
    density: perTetOrAll,
    mass: perTetOrAll,
    form: oneOf('modulus', 'spring', 'joule'),
    stretch: perTetOrAll,
    area: perTetOrAll,
    bulk: perTetOrAll,
    damping: perTetOrAll,
    areaDamping: perTetOrAll,
    bulkDamping: perTetOrAll,
  });
  const id = options.id ?? 'tet-springs';
  const form = options.form ?? tetSpringsDefaults.form;
  const refuse = refusing({ body: id });
  const tetCount = mesh.tets.length / 4;
  const nodeCount = mesh.positions.length / 3;
  const volumes = Float64Array.from({ length: tetCount }, (_, t) => tetVolume(mesh.positions, mesh.tets, t));
  const perTet = (name: 'stretch' | 'area' | 'bulk' | 'damping' | 'areaDamping' | 'bulkDamping' | 'density') => {
    const value = options[name];
    const count = typeof value === 'object' ? tetCount : Math.max(tetCount, 1);
    const list = perItem(value, count, refuse, name);
    const negative = list.findIndex((k) => k < 0);
    if (negative >= 0) throw refuse(name, `${list[negative]} of tet ${negative}; it must be zero or positive.`);
    return list;
  };

  // masses
  if ((options.mass === undefined) === (options.density === undefined)) {
    throw refuse('', 'give either a density in kg/m^3 or the mass of each node in kg.');
  }
  let mass: number | ArrayLike<number> | undefined = options.mass;
  if (mass === undefined) {
    const density = perTet('density');
    const lumped = new Float64Array(nodeCount);
    mesh.tets.forEach((n, i) => {
      lumped[n] += (density[i >> 2] * volumes[i >> 2]) / 4;
    });
    const bare = lumped.findIndex((m) => !(m > 0));
    if (bare >= 0) throw refuse('', `node ${bare} belongs to no tet with mass; give "mass" in kg for each node.`);
    mass = lumped;
  }

  /** Elements on some nodes each, with the mean k and d of the tets they belong to. */
  function group(
    kind: ElementKind,
    nodes: Int32Array,
    stiffness: Float64Array,
    damping: Float64Array,
    measure: (own: Int32Array, volume: number) => { readonly size: readonly number[]; readonly unit: number },
  ): Elements[] {
    if (stiffness.every((k) => k === 0) && damping.every((d) => d === 0)) return [];
    const corners = kind.blocks.length;
    const count = nodes.length / corners;
    const { owned, mean } = ownedVolumes(mesh.tets, volumes, nodes, corners);
    const k = mean(stiffness);
    const d = mean(damping);
    const columns = kind.parameters.length;
    const parameters = new Float64Array(count * columns);
    for (let e = 0; e < count; e++) {
      const { size, unit } = measure(nodes.subarray(e * corners, (e + 1) * corners), owned[e]);
      if (tetCount && !(owned[e] > 0) && !(stiffness.every((v) => v === stiffness[0]) && form !== 'modulus')) {
        throw refuse(
          '',
          `${kind.name} ${e} belongs to no tet, so a stiffness per tet does not apply to it. Give one number.`,
        );
      }
      if (form === 'modulus' && !(owned[e] > 0)) {
        throw refuse(
          '',
          `${kind.name} ${e} belongs to no tet, so a modulus in Pa does not apply to it. Use form: 'spring' (N/m) or 'joule'.`,
        );
      }
      parameters.set([...size, k[e] * unit, d[e] * unit], e * columns);
    }
    return [{ kind, count, blocks: nodes.map((n) => 3 * n), parameters }];
  }

  const at = (n: number, axis: number): number => mesh.positions[3 * n + axis];
  const span = (a: number, b: number): number[] => [0, 1, 2].map((axis) => at(b, axis) - at(a, axis));
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const elements = [
    ...group(edge, mesh.edges, perTet('stretch'), perTet('damping'), ([a, b], volume) => {
      const squared = dot(span(a, b), span(a, b));
      return { size: [1 / squared], unit: { modulus: volume, spring: squared, joule: 1 }[form] };
    }),
    ...group(
      area,
      tetCount ? facesOf(mesh.tets) : mesh.triangles,
      perTet('area'),
      perTet('areaDamping'),
      ([a, b, c], volume) => {
        const [u, v] = [span(a, b), span(a, c)];
        const squared = dot(u, u) * dot(v, v) - dot(u, v) * dot(u, v); // (2 A0)^2, by Lagrange's identity
        return { size: [1 / squared], unit: { modulus: volume, spring: Math.sqrt(squared) / 2, joule: 1 }[form] };
      },
    ),
    ...group(volume, mesh.tets, perTet('bulk'), perTet('bulkDamping'), (corners, rest) => {
      const reference = form === 'joule' ? Math.max(rest, flatVolume(corners, span, dot)) : rest;
      return { size: [1 / (6 * reference), rest / reference], unit: form === 'joule' ? 1 : rest };
    }),
  ];
  const { density: _density, ...rest } = options;
  return { ...massPoints('tet-springs', mesh.positions, { ...rest, id, mass }), mesh, elements };
}

/** A hundredth of the regular tet of the same mean edge: below it a relative volume is meaningless.     [GBT06 notes, 8] */
function flatVolume(
  n: Int32Array,
  span: (a: number, b: number) => number[],
  dot: (a: number[], b: number[]) => number,
): number {
  let edges = 0;
  for (let i = 0; i < 4; i++) for (let j = 0; j < i; j++) edges += Math.sqrt(dot(span(n[i], n[j]), span(n[i], n[j])));
  const mean = edges / 6;
  return ((0.01 * Math.SQRT2) / 12) * mean * mean * mean;
}

/**
 * Of edges (2 corners), faces (3) and tets (4): the volume that belongs to each, and how to average a number given per
 * tet, by volume. Without tets, the first number counts.
 */
function ownedVolumes(
  tets: Int32Array,
  volumes: Float64Array,
  nodes: Int32Array,
  corners: number,
): { owned: Float64Array; mean: (perTet: Float64Array) => Float64Array } {
  const count = nodes.length / corners;
  const owned = new Float64Array(count);
  const owners: number[] = []; // element, tet, element, tet ...
  const byFirst = new Map<number, number[]>(); // elements by their smallest node
  const sorted = (list: ArrayLike<number>): number[] => Array.from(list).sort((a, b) => a - b);
  const keys: number[][] = [];
  for (let e = 0; e < count; e++) {
    const key = sorted(nodes.subarray(e * corners, (e + 1) * corners));
    keys.push(key);
    const list = byFirst.get(key[0]);
    if (list) list.push(e);
    else byFirst.set(key[0], [e]);
  }
  const parts = [0, 0, 6, 4, 1][corners];
  for (let t = 0; t < tets.length / 4; t++) {
    const own = sorted(tets.subarray(4 * t, 4 * t + 4));
    for (const n of own) {
      for (const e of byFirst.get(n) ?? []) {
        if (!keys[e].every((m) => own.includes(m))) continue;
        owned[e] += volumes[t] / parts;
        owners.push(e, t);
      }
    }
  }
  const mean = (perTet: Float64Array): Float64Array => {
    if (perTet.every((value) => value === perTet[0])) return new Float64Array(count).fill(perTet[0]);
    const out = new Float64Array(count);
    for (let i = 0; i < owners.length; i += 2) {
      const [e, t] = [owners[i], owners[i + 1]];
      out[e] += (perTet[t] * (volumes[t] / parts)) / owned[e];
    }
    return out;
  };
  return { owned, mean };
}
