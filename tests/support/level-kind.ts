/** A kind of constraint that no shipped code knows: two points at one height, or one so much above the other. */
import { at, checkStart, constraintKind, field, finite, registerConstraintKind, relation, sub } from '@pliant/engine';

const level = relation({
  kind: 'level',
  points: ['a', 'b'],
  parameters: { rise: finite },
  rows: ({ a, b }, { rise }) => [sub(sub(b[1], a[1]), rise)],
});
export const levelKind = constraintKind({
  kind: 'level',
  description: 'Holds two points at one height.',
  fields: {
    a: field.point('The lower'),
    b: field.point('The upper'),
    rise: field.optional(field.number('metres', 'How much b is above a.', { least: -2, most: 2 }), 'as at the start'),
  },
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, b, rise }, situation) => {
    const height = (point: typeof a): number => at(situation)(point)[1];
    const parameters = [rise ?? height(b) - height(a)];
    return checkStart({ kind: 'level', relation: level, parameters, members: [[a, b]] }, situation);
  },
});
export const removeLevel = registerConstraintKind(levelKind);

export const levelScene = {
  pliant: 1,
  name: 'Two masses at one height',
  step: 0.001,
  duration: 100,
  gravity: [0, 0, 0],
  bodies: [
    {
      ...{ id: 'masses', kind: 'particles', mass: [1, 3] },
      positions: [
        [0, 0, 0],
        [1, 0, 0],
      ],
    },
  ],
  constraints: [
    { id: 'held', kind: 'level', a: { body: 'masses', nodes: [0] }, b: { body: 'masses', nodes: [1] }, rise: 0 },
  ],
};
