/** A recording and a state, made once a process, to be broken. */
import { buildScene, parseScene, RecordingWriter, type Simulation } from '@pliant/io';
import { smallScene } from '../support/small-scene.ts';

export const stateScene = JSON.stringify(smallScene);
export const newSimulation = (): Simulation => buildScene(parseScene(stateScene, 'scene.json'), 'scene.json');

let made: { recording: Uint8Array; state: Uint8Array } | undefined;
function make(): { recording: Uint8Array; state: Uint8Array } {
  const simulation = newSimulation();
  const pieces: Uint8Array[] = [];
  const steps = 30;
  const writer = new RecordingWriter(
    simulation.world,
    {
      ...{ writtenBy: 'pliant test', file: 'scene.json', scene: stateScene, overrides: {}, rate: 500, lastStep: steps },
      saveState: () => simulation.saveState(),
    },
    (bytes) => pieces.push(bytes.slice()),
  );
  for (let i = 0; i < steps; i++) {
    simulation.step();
    writer.afterStep();
  }
  writer.end();
  return { recording: new Uint8Array(Buffer.concat(pieces)), state: simulation.saveState() };
}
export function recordingBytes(): Uint8Array {
  made ??= make();
  return made.recording;
}
export function stateBytes(): Uint8Array {
  made ??= make();
  return made.state;
}
