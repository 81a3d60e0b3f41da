/** A piece of a page of a kind in a scene that has the bodies it names. */

const cube = (id: string, x: number) => ({
  id,
  kind: 'tet-springs',
  mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1], centre: [x, 0, 0] },
  density: 100,
  stretch: 1000,
});
const rod = (id: string, x: number) => ({
  id,
  kind: 'spline',
  curve: { kind: 'line', from: [x, 3, 0], to: [x + 1, 3, 0] },
  count: 5,
  ...{ EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4 },
  integrator: 'backward-euler',
});
export const hostBodies: readonly { readonly id: string; readonly [key: string]: unknown }[] = [
  cube('cube', 0),
  cube('left', -0.5),
  cube('right', 0.5),
  { ...{ id: 'bob', kind: 'particles', positions: [[1, 0, 0]], mass: 1 } },
  { ...{ id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 } },
  {
    ...{ id: 'crate', kind: 'rigid', shape: { kind: 'box', size: [0.4, 0.3, 0.5] }, mass: 5 },
    place: { translate: [0, 1, 0] },
  },
  { ...{ id: 'balloon', kind: 'superquadric', shape: { a1: 0.3, a2: 0.3, a3: 0.35 }, mass: 0.5 } },
  rod('rope', 0),
  rod('cable', 1),
  {
    ...{ id: 'beads', kind: 'particles', on: { body: 'rope', u: [0.5, 1.5] }, mass: 0.01 },
    integrator: 'backward-euler',
  },
];
export const bodyKinds: readonly string[] = [
  ...['tet-springs', 'tet-fem', 'hex-metric', 'spline', 'particles', 'ball', 'plane', 'model', 'rigid', 'superquadric'],
];

/** A body replaces the one of its id; a constraint is the only one. */
export function hostScene(piece: { readonly id?: string; readonly kind: string }): object {
  const isBody = bodyKinds.includes(piece.kind);
  return {
    ...{ pliant: 1, name: piece.kind, step: 1e-4 },
    bodies: isBody ? [...hostBodies.filter(({ id }) => id !== piece.id), piece] : hostBodies,
    constraints: isBody ? [] : [piece],
  };
}
