/** A chain of mass points that swings; a step that is too long for its stiffest members diverges. */
export const swinging = {
  pliant: 1,
  name: 'swinging',
  step: 0.002,
  duration: 0.4,
  gravity: [0, -9.81, 0],
  bodies: [
    {
      ...{ id: 'chain', kind: 'tet-springs', form: 'spring', stretch: 500, mass: 0.05, fixed: { nodes: [0] } },
      mesh: { kind: 'chain', from: [0, 0, 0], to: [1, 0, 0], nodes: 6 },
    },
  ],
  probes: [{ id: 'tip', kind: 'position', of: { body: 'chain', nodes: [5] } }],
};
