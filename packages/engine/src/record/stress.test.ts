import { expect, test } from 'vitest';
import { tetFem } from '../bodies/tet/tet-fem.ts';
import { materials } from '../materials/index.ts';
import { box } from '../meshes/box.ts';
import { addTetSprings, createWorld } from '../world/create.ts';
import { stress } from './stress.ts';

const [young, poisson] = [2e5, 0.3];
const mu = young / (2 * (1 + poisson));
const la = (young * poisson) / ((1 + poisson) * (1 - 2 * poisson));

/** A box of a material, every node moved by a linear map. */
function deformed(material: string, F: readonly number[], viscosity = 0) {
  const mesh = box({ size: [1, 1, 1], cells: [2, 1, 1] });
  const world = createWorld({ step: 1e-3, gravity: [0, 0, 0] });
  world.add(tetFem(mesh, { id: 'body', material, young, poisson, density: 1000, viscosity }));
  const x = world.positions('body');
  for (let i = 0; i < x.length; i += 3) {
    const [a, b, c] = x.slice(i, i + 3);
    for (let r = 0; r < 3; r++) x[i + r] = F[3 * r] * a + F[3 * r + 1] * b + F[3 * r + 2] * c;
  }
  return stress(world, 'body')!;
}
const names = Object.values(materials).map(({ name }) => name);

test.each(names)('%s: a small stretch e along x gives Hooke: (la + 2 mu) e, la e, la e', (material) => {
  const e = 1e-6;
  const { cauchy, vonMises } = deformed(material, [1 + e, 0, 0, 0, 1, 0, 0, 0, 1]);
  // to e itself, of the order in which the laws differ
  for (let t = 0; t < vonMises.length; t++) {
    const [xx, yy, zz, ...shear] = cauchy.subarray(6 * t, 6 * t + 6);
    expect(xx / ((la + 2 * mu) * e)).toBeCloseTo(1, 4);
    expect(yy / (la * e)).toBeCloseTo(1, 4);
    expect(zz / (la * e)).toBeCloseTo(1, 4);
    for (const s of shear) expect(Math.abs(s)).toBeLessThan(1e-4 * mu * e);
    expect(vonMises[t] / (2 * mu * e)).toBeCloseTo(1, 4);
  }
});

test.each(names)('%s: a rotation has no stress; a stress turns with its body', (material) => {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const turned = deformed(material, [c, -s, 0, s, c, 0, 0, 0, 1]);
  expect(Math.max(...turned.vonMises)).toBeLessThan(1e-8 * young);
  const stretched = deformed(material, [1.2, 0, 0, 0, 0.9, 0, 0, 0, 1.1]);
  const both = deformed(material, [1.2 * c, -0.9 * s, 0, 1.2 * s, 0.9 * c, 0, 0, 0, 1.1]);
  const [a, b, d] = stretched.cauchy;
  const want = [c * c * a + s * s * b, s * s * a + c * c * b, d, c * s * (a - b), 0, 0];
  want.forEach((value, k) => {
    expect(Math.abs(both.cauchy[k] - value)).toBeLessThan(1e-9 * young);
  });
  expect(both.vonMises[0] / stretched.vonMises[0]).toBeCloseTo(1, 9);
});

test('neo-hookean, uniaxial and large: Cauchy as its formula says', () => {
  // psi = mu/2 (I - 3) - mu (J - 1) + (la + mu)/2 (J - 1)^2, F = diag(a, 1, 1): P11 = mu a - mu + (la + mu)(a - 1)
  const a = 1.5;
  const { cauchy } = deformed('neo-hookean', [a, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(cauchy[0] / (mu * (a - 1) + (la + mu) * (a - 1))).toBeCloseTo(1, 12); // J = a, sigma = P a / J
});

test('bodies of springs have no stress', () => {
  const world = createWorld({ step: 1e-3 });
  addTetSprings(world, box({ size: [1, 1, 1], cells: [1, 1, 1] }), { id: 'cube', density: 100, stretch: 1e3 });
  expect(stress(world, 'cube')).toBeUndefined();
});
