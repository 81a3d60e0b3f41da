/** A soft cube on a nail above a floor, let go after half a second. */
export const smallScene = {
  pliant: 1,
  name: 'A small cube',
  step: 0.002,
  duration: 1,
  bodies: [
    {
      id: 'cube',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
      density: 100,
      stretch: 2e4,
      bulk: 5e4,
      damping: 5,
    },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 },
  ],
  constraints: [
    { id: 'nail', kind: 'nail', a: { body: 'cube', nearest: [0.5, 0.5, 0.5] } },
    { id: 'ground', kind: 'above', a: { body: 'cube', nodes: 'all' }, plane: 'floor', method: 'reaction' },
  ],
  events: [{ at: 0.5, do: 'deactivate', constraint: 'nail' }],
  probes: [
    { id: 'tip', kind: 'position', of: { body: 'cube', nearest: [-0.5, -0.5, -0.5] } },
    { id: 'energy', kind: 'total-energy' },
  ],
};
