import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { box, boxNode } from '../../meshes/box.ts';
import { chain } from '../../meshes/chain.ts';
import { grid } from '../../meshes/grid.ts';
import { facesOf, type Mesh, mesh, meshVolume, tetVolume, transformed } from '../../meshes/mesh.ts';
import { potentialEnergy, totalMass, volume } from '../../record/probes.ts';
import { createWorld } from '../../world/create.ts';
import type { World } from '../../world/world.ts';
import { type TetSpringsOptions, tetSprings } from './tet-springs.ts';

const unitCube = box({ size: [1, 1, 1], cells: [1, 1, 1] });
const weightless = (source: Mesh, options: TetSpringsOptions): World => {
  const world = createWorld({ step: 1e-4, gravity: [0, 0, 0] });
  world.add(tetSprings(source, { id: 'body', ...options }));
  return world;
};
/** The elastic energy of a body deformed by a map of its rest shape. */
function energyOf(source: Mesh, options: TetSpringsOptions, map: (x: number[]) => number[]): number {
  const world = weightless(source, options);
  const q = world.positions('body');
  for (let i = 0; i < q.length; i += 3) q.set(map([...source.positions.subarray(i, i + 3)]), i);
  return potentialEnergy(world);
}
const affine =
  (m: readonly number[]) =>
  ([x, y, z]: number[]) => [
    m[0] * x + m[1] * y + m[2] * z,
    m[3] * x + m[4] * y + m[5] * z,
    m[6] * x + m[7] * y + m[8] * z,
  ];
const bent = ([x, y, z]: number[]): number[] => [x + 0.1 * y * y, y - 0.05 * x * z, 1.1 * z + 0.07 * x * y];

const sizes = {
  edge: (x: Float64Array, n: Int32Array, e: number): number => {
    const d = [0, 1, 2].map((k) => x[3 * n[2 * e + 1] + k] - x[3 * n[2 * e] + k]);
    return Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  },
  face: (x: Float64Array, n: Int32Array, f: number): number => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * n[3 * f + k]);
    const [u, v] = [b, c].map((p) => [0, 1, 2].map((k) => x[p + k] - x[a + k]));
    const s = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return Math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / 2;
  },
};
/** The volume that belongs to an element: a part of each tet that has all its nodes. */
function share(source: Mesh, nodes: ArrayLike<number>, part: number, perTet?: (t: number) => number): number {
  let sum = 0;
  for (let t = 0; t < source.tets.length / 4; t++) {
    const own = source.tets.subarray(4 * t, 4 * t + 4);
    if (Array.from(nodes).every((n) => own.includes(n)))
      sum += (tetVolume(source.positions, source.tets, t) / part) * (perTet?.(t) ?? 1);
  }
  return sum;
}
const deformed = (source: Mesh, map: (x: number[]) => number[]): Float64Array =>
  Float64Array.from({ length: source.positions.length }, (_, i) => {
    const n = Math.floor(i / 3);
    return map([...source.positions.subarray(3 * n, 3 * n + 3)])[i % 3];
  });

describe('masses', () => {
  test('each tet gives a quarter to each corner: 1/24 and 5/24 of a cube [GBT06 notes, 8]', () => {
    const w = new Float64Array(24);
    tetSprings(unitCube, { density: 48 }).inverseMass.diagonal(w);
    const masses = Array.from({ length: 8 }, (_, n) => 1 / w[3 * n]);
    // corners 1, 2, 4, 7 belong to four tets each, the others to one
    const expected = [2, 10, 10, 2, 10, 2, 2, 10];
    masses.forEach((m, n) => {
      expect(m).toBeCloseTo(expected[n], 12);
    });
  });
  test('a density for each tet; the total is that of the volume', () => {
    const source = box({ size: [1, 2, 1], cells: [2, 3, 1] });
    const density = Array.from({ length: source.tets.length / 4 }, (_, t) => 1 + t);
    const world = weightless(source, { density });
    let sum = 0;
    density.forEach((rho, t) => {
      sum += rho * tetVolume(source.positions, source.tets, t);
    });
    expect(totalMass(world) / sum).toBeCloseTo(1, 13);
  });
  test('the mass of each node instead', () => {
    const w = new Float64Array(24);
    tetSprings(unitCube, { mass: [1, 2, 3, 4, 5, 6, 7, 8], fixed: [3] }).inverseMass.diagonal(w);
    expect([w[0], w[4], w[9], w[23]]).toEqual([1, 1 / 2, 0, 1 / 8]);
  });
});

describe('forms against their definitions', () => {
  const source = transformed(box({ size: [1, 0.8, 1.3], cells: [2, 1, 1] }), { rotate: [0.1, 0.2, 0.3, 1] });
  const faces = facesOf(source.tets);
  const x = deformed(source, bent);
  const edges = Array.from({ length: source.edges.length / 2 }, (_, e) => ({
    L0: sizes.edge(source.positions, source.edges, e),
    L: sizes.edge(x, source.edges, e),
    V: share(source, source.edges.subarray(2 * e, 2 * e + 2), 6),
  }));
  const areas = Array.from({ length: faces.length / 3 }, (_, f) => ({
    A0: sizes.face(source.positions, faces, f),
    A: sizes.face(x, faces, f),
    V: share(source, faces.subarray(3 * f, 3 * f + 3), 4),
  }));
  const tets = Array.from({ length: source.tets.length / 4 }, (_, t) => ({
    V0: tetVolume(source.positions, source.tets, t),
    V: tetVolume(x, source.tets, t),
  }));
  const sum = <T>(list: readonly T[], energy: (one: T) => number): number =>
    list.reduce((s, one) => s + energy(one), 0);
  const relative = (a: number, b: number): number => a / b - 1;
  const k = 7;
  const cases: [string, TetSpringsOptions, number][] = [
    [
      'modulus, edges: k/2 V C^2',
      { density: 1, stretch: k },
      sum(edges, ({ L, L0, V }) => (k / 2) * V * relative(L, L0) ** 2),
    ],
    ['modulus, faces', { density: 1, area: k }, sum(areas, ({ A, A0, V }) => (k / 2) * V * relative(A, A0) ** 2)],
    ['modulus, volumes', { density: 1, bulk: k }, sum(tets, ({ V, V0 }) => (k / 2) * V0 * relative(V, V0) ** 2)],
    [
      'spring, edges: k/2 (l - L0)^2',
      { form: 'spring', density: 1, stretch: k },
      sum(edges, ({ L, L0 }) => (k / 2) * (L - L0) ** 2),
    ],
    [
      'spring, faces: k/2 A0 C^2',
      { form: 'spring', density: 1, area: k },
      sum(areas, ({ A, A0 }) => (k / 2) * A0 * relative(A, A0) ** 2),
    ],
    [
      'spring, volumes: in Pa',
      { form: 'spring', density: 1, bulk: k },
      sum(tets, ({ V, V0 }) => (k / 2) * V0 * relative(V, V0) ** 2),
    ],
    [
      'joule, edges: k/2 C^2',
      { form: 'joule', density: 1, stretch: k },
      sum(edges, ({ L, L0 }) => (k / 2) * relative(L, L0) ** 2),
    ],
    ['joule, faces', { form: 'joule', density: 1, area: k }, sum(areas, ({ A, A0 }) => (k / 2) * relative(A, A0) ** 2)],
    [
      'joule, volumes',
      { form: 'joule', density: 1, bulk: k },
      sum(tets, ({ V, V0 }) => (k / 2) * relative(V, V0) ** 2),
    ],
  ];
  test.each(cases)('%s', (_, options, expected) => {
    expect(energyOf(source, options, bent) / expected).toBeCloseTo(1, 11);
  });
  test('the volumes that edges, faces and tets share out are the whole', () => {
    const whole = meshVolume(source);
    expect(sum(edges, (e) => e.V) / whole).toBeCloseTo(1, 12);
    expect(sum(areas, (a) => a.V) / whole).toBeCloseTo(1, 12);
  });
  test('stiffness for each tet: edges and faces take the mean by volume', () => {
    const each = tets.map((_, t) => 1 + 3 * t);
    const pull = (C: number, V: number): number => 0.5 * V * C * C;
    const expected =
      edges.reduce(
        (s, { L, L0 }, e) =>
          s +
          pull(
            relative(L, L0),
            share(source, source.edges.subarray(2 * e, 2 * e + 2), 6, (t) => each[t]),
          ),
        0,
      ) +
      areas.reduce(
        (s, { A, A0 }, f) =>
          s +
          pull(
            relative(A, A0),
            share(source, faces.subarray(3 * f, 3 * f + 3), 4, (t) => each[t]),
          ),
        0,
      ) +
      tets.reduce((s, { V, V0 }, t) => s + pull(relative(V, V0), V0 * each[t]), 0);
    expect(energyOf(source, { density: 1, stretch: each, area: each, bulk: each }, bent) / expected).toBeCloseTo(1, 11);
    // alike everywhere is the same as given once, to the last bit
    const alike = tets.map(() => 5);
    expect(energyOf(source, { density: 1, stretch: alike, bulk: alike }, bent)).toBe(
      energyOf(source, { density: 1, stretch: 5, bulk: 5 }, bent),
    );
  });
});

describe('modulus in Pa', () => {
  const materials: TetSpringsOptions[] = [
    { density: 10, stretch: 1e4, bulk: 1e4 },
    { density: 10, stretch: 1e4 },
    { density: 10, stretch: 1e4, area: 5e3, bulk: 2e4 },
  ];
  test.each(materials)('the energy of a strain is that of the volume, whatever cells and scale: %j', (material) => {
    const strain = affine([1.02, 0.01, 0, -0.02, 0.97, 0.03, 0.01, 0, 1.01]);
    const density = (side: number, cells: number): number =>
      energyOf(box({ size: [side, side, side], cells: [cells, cells, cells] }), material, strain) / side ** 3;
    const one = density(1, 2);
    for (const [side, cells] of [
      [1, 4],
      [1, 6],
      [1, 8],
      [0.1, 2],
      [10, 4],
    ])
      expect(density(side, cells) / one).toBeCloseTo(1, 10);
  });

  /** F / (mean rise x side x stretch) of a cube that stands on its fixed base and is pulled at its top, at rest. */
  function stiffness(cells: number, side: number, material: TetSpringsOptions): number {
    const k = material.stretch as number;
    const n = [cells, cells, cells] as const;
    const source = box({ size: [side, side, side], cells: n });
    const nodes = (j: number): [node: number, part: number][] =>
      Array.from({ length: (cells + 1) ** 2 }, (_, a) => {
        const [i, l] = [a % (cells + 1), Math.floor(a / (cells + 1))];
        const half = (c: number): number => (c === 0 || c === cells ? 0.5 : 1);
        return [boxNode(n, i, j, l), (half(i) * half(l)) / cells ** 2];
      });
    const drag = (3 * Math.sqrt(k / 10)) / side; // about critical for the slowest mode
    const options = { ...material, drag, fixed: nodes(0).map(([node]) => node) };
    const world = weightless(source, options);
    world.h = 0.5 * world.stableStep();
    const force = 0.01 * k * side * side;
    for (const [node, part] of nodes(cells)) {
      world.apply({ id: `${node}`, body: 'body', node, force: [0, force * part, 0] });
    }
    let [rise, before] = [0, -1];
    while (Math.abs(rise - before) > 1e-9 * rise) {
      world.step(200);
      before = rise;
      const q = world.positions('body');
      rise = nodes(cells).reduce((s, [node, part]) => s + part * (q[3 * node + 1] - side / 2), 0);
    }
    return force / rise / side / k;
  }
  // Measured at 2, 4, 8 cells: 0.315, 0.280, 0.267; 0.182, 0.192, 0.199; 0.508, 0.433, 0.404. Coarse cells are off
  // at the clamped base and at the faces, where a cell is a large part of the whole; that shrinks with the cell.
  test.each(materials)('a cube pulled at its top: one stiffness, which refining settles: %j', (material) => {
    const [two, four, eight] = [2, 4, 8].map((cells) => stiffness(cells, 1, material));
    expect(Math.abs(four / eight - 1)).toBeLessThan(0.08);
    expect(Math.abs(two / eight - 1)).toBeLessThan(0.27);
    expect(Math.abs(four - eight)).toBeLessThan(0.75 * Math.abs(two - four));
  });
  test.each([0.1, 10])('a cube pulled at its top: the same stiffness at scale %s', (side) => {
    expect(stiffness(4, side, materials[0]) / stiffness(4, 1, materials[0])).toBeCloseTo(1, 7);
  });
});

describe('forces', () => {
  const all: TetSpringsOptions = {
    density: 5,
    stretch: 100,
    area: 60,
    bulk: 80,
    damping: 3,
    areaDamping: 2,
    bulkDamping: 1,
  };
  const source = box({ size: [1, 1, 1], cells: [2, 1, 1] });
  const forcesAt = (world: World): Float64Array => {
    world.step();
    const { start } = world.program.find('body');
    return world.state.column('f').slice(start, start + source.positions.length);
  };
  test.each(['modulus', 'spring', 'joule'] as const)('are minus the slope of the energy (%s)', (form) => {
    const { damping: _a, areaDamping: _b, bulkDamping: _c, ...elastic } = all;
    const x = deformed(source, bent);
    const at = (i: number, by: number): number => {
      const world = weightless(source, { ...elastic, form });
      world.positions('body').set(x);
      world.positions('body')[i] += by;
      return potentialEnergy(world);
    };
    const world = weightless(source, { ...elastic, form });
    world.positions('body').set(x);
    const f = forcesAt(world);
    const largest = Math.max(...f.map(Math.abs));
    // central differences of an energy of 10 J by 1e-5 m: 1e-10 / 1e-5 of rounding, 1e-10 of truncation
    for (let i = 0; i < x.length; i++) {
      expect(Math.abs(f[i] + (at(i, 1e-5) - at(i, -1e-5)) / 2e-5) / largest).toBeLessThan(1e-7);
    }
  });
  test('add up to nothing, nor do they turn; damping takes energy (seed 9)', () => {
    const random = new Random(9);
    const velocities = random.list(source.positions.length, -1, 1);
    const world = weightless(source, { ...all, velocities });
    const still = weightless(source, all);
    for (const one of [world, still]) one.positions('body').set(deformed(source, bent));
    const x = Float64Array.from(world.positions('body'));
    const f = forcesAt(world);
    const elastic = forcesAt(still);
    const total = [0, 0, 0];
    const torque = [0, 0, 0];
    let power = 0;
    for (let i = 0; i < f.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        total[k] += f[i + k];
        const [a, b] = [(k + 1) % 3, (k + 2) % 3];
        torque[k] += x[i + a] * f[i + b] - x[i + b] * f[i + a];
        power += (f[i + k] - elastic[i + k]) * velocities[i + k];
      }
    }
    const size = Math.max(...f.map(Math.abs));
    for (const s of [...total, ...torque]) expect(Math.abs(s) / size).toBeLessThan(1e-13);
    expect(power).toBeLessThan(0);
  });
  test('a body moved and turned as a whole pushes nothing', () => {
    const world = weightless(source, all);
    const turned = transformed(source, { rotate: [0.3, -0.5, 0.2, 0.7], translate: [3, -2, 1] });
    world.positions('body').set(turned.positions);
    expect(Math.max(...forcesAt(world).map(Math.abs))).toBeLessThan(1e-12);
    expect(volume(world, 'body')).toBeCloseTo(1, 12);
  });
  test('an inverted tet is pushed back', () => {
    const world = weightless(unitCube, { density: 100, bulk: 1e3, stretch: 1e3, damping: 50, drag: 2 });
    const q = world.positions('body');
    q[3 * 7 + 0] -= 1.2; // corner 7 through the middle tet
    q[3 * 7 + 1] -= 1.2;
    q[3 * 7 + 2] -= 1.2;
    world.h = 1e-3;
    world.step(20_000);
    expect(volume(world, 'body')).toBeCloseTo(1, 6);
  });
  test('edges and faces of no size push nothing and do no harm', () => {
    const world = weightless(chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 3 }), {
      form: 'spring',
      stretch: 10,
      mass: 1,
    });
    world.positions('body').set([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    world.step(10);
    expect([...world.positions('body')]).toEqual(new Array(9).fill(0));
  });
});

describe('invalid input is refused with a message', () => {
  const tet = mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], tets: [0, 1, 2, 3] });
  const line = chain({ from: [0, 0, 0], to: [1, 0, 0], nodes: 2 });
  const nothing = {} as TetSpringsOptions;
  test.each<[Mesh, TetSpringsOptions, string]>([
    [tet, nothing, 'body "b": give either a density in kg/m^3 or the mass of each node in kg.'],
    [tet, { density: 1, mass: 1 }, 'body "b": give either a density in kg/m^3 or the mass of each node in kg.'],
    [tet, { density: 0 }, 'body "b": node 0 belongs to no tet with mass; give "mass" in kg for each node.'],
    [tet, { density: -1 }, 'body "b": density — -1 of tet 0; it must be zero or positive.'],
    [tet, { density: Number.NaN }, 'body "b": density — NaN is not a finite number.'],
    [tet, { density: [1, 2] }, 'body "b": density — 2 values for 1; give one number or 1.'],
    [tet, { mass: 0 }, 'body "b": mass — 0 kg of node 0; it must be positive (fix a node with "fixed").'],
    [tet, { mass: [1, 2, 3] }, 'body "b": mass — 3 values for 4; give one number or 4.'],
    [tet, { mass: [1, 2, Number.NaN, 1] }, 'body "b": mass[2] — NaN is not a finite number.'],
    [tet, { density: 1, stretch: -5 }, 'body "b": stretch — -5 of tet 0; it must be zero or positive.'],
    [tet, { density: 1, area: [1, 2] }, 'body "b": area — 2 values for 1; give one number or 1.'],
    [tet, { density: 1, bulk: Infinity }, 'body "b": bulk — Infinity is not a finite number.'],
    [tet, { density: 1, damping: -1 }, 'body "b": damping — -1 of tet 0; it must be zero or positive.'],
    [tet, { density: 1, bulkDamping: Number.NaN }, 'body "b": bulkDamping — NaN is not a finite number.'],
    [tet, { density: 1, areaDamping: -2 }, 'body "b": areaDamping — -2 of tet 0; it must be zero or positive.'],
    [tet, { density: 1, drag: -1 }, 'body "b": drag — -1 /s; it must be zero or positive.'],
    [tet, { density: 1, fixed: [4] }, 'body "b": fixed — node 4; nodes run 0 to 3.'],
    [tet, { density: 1, fixed: [0.5] }, 'body "b": fixed — node 0.5; nodes run 0 to 3.'],
    [tet, { density: 1, velocities: [1, 2, 3] }, 'body "b": velocities — 3 values for 12; give one number or 12.'],
    [
      line,
      { density: 1, stretch: 1 },
      'body "b": node 0 belongs to no tet with mass; give "mass" in kg for each node.',
    ],
    [
      line,
      { mass: 1, stretch: 1 },
      `body "b": edge 0 belongs to no tet, so a modulus in Pa does not apply to it. Use form: 'spring' (N/m) or 'joule'.`,
    ],
    [
      grid({ size: [1, 1], cells: [1, 1] }),
      { mass: 1, area: 1 },
      `body "b": area 0 belongs to no tet, so a modulus in Pa does not apply to it. Use form: 'spring' (N/m) or 'joule'.`,
    ],
  ])('%#: %j', (source, options, message) => {
    expect(() => tetSprings(source, { id: 'b', ...options })).toThrow(expect.objectContaining({ message: message }));
  });
});
