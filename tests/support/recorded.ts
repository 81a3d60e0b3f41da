/** A scene with one of everything that is drawn, and recordings of it. */
import { buildScene, parseScene, type Recording, RecordingWriter, readRecording } from '@pliant/io';

const cube = { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] };
export const everything = {
  pliant: 1,
  name: 'One of everything',
  step: 0.002,
  bodies: [
    { id: 'springs', kind: 'tet-springs', mesh: cube, density: 100, stretch: 2e4, colour: '#ff0000' },
    { id: 'fem', kind: 'tet-fem', mesh: { ...cube, centre: [3, 0, 0] }, density: 100, young: 1e5, poisson: 0.3 },
    {
      id: 'rope',
      kind: 'spline',
      curve: { kind: 'line', from: [0, 3, 0], to: [1, 3, 0] },
      count: 5,
      ...{ EA: 500, EI: 0.02, rhoA: 0.4 },
      integrator: 'backward-euler',
    },
    {
      id: 'balls',
      kind: 'particles',
      positions: [
        [5, 0, 0],
        [6, 0, 0],
      ],
      mass: 1,
      radius: 0.1,
    },
    {
      id: 'dust',
      kind: 'particles',
      positions: [
        [5, 2, 0],
        [6, 2, 0],
      ],
      mass: 1,
    },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -20 },
  ],
  constraints: [
    { id: 'nail', kind: 'nail', a: { body: 'springs', nearest: [0.5, 0.5, 0.5] } },
    { id: 'wall', kind: 'nail', a: { body: 'fem', nearest: [2.5, 0.5, 0.5] } },
    { id: 'hook', kind: 'nail', a: { body: 'rope', u: 0 }, method: 'displacement' },
  ],
  probes: [
    { id: 'tip', kind: 'position', of: { body: 'springs', nearest: [-0.5, -0.5, -0.5] } },
    { id: 'energy', kind: 'total-energy' },
  ],
};

export function recordedRun(scene: object, { steps = 50, rate = 50 } = {}): Recording {
  const text = JSON.stringify(scene);
  const simulation = buildScene(parseScene(text, 'scene.json'), 'scene.json');
  const pieces: Uint8Array[] = [];
  const told = { writtenBy: 'pliant test', file: 'scene.json', scene: text, overrides: {}, rate, lastStep: steps };
  const saveState = () => simulation.saveState();
  const writer = new RecordingWriter(simulation.world, { ...told, saveState }, (b) => pieces.push(b.slice()));
  for (let i = 0; i < steps; i++) {
    simulation.step();
    writer.afterStep();
  }
  writer.end();
  return readRecording(new Uint8Array(Buffer.concat(pieces)));
}
