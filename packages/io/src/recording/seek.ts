/** Restores the run of a recording at one of its frames, from the nearest checkpoint before it or from the start. */
import type { Simulation } from '../scene/simulation.ts';
import { RecordingError } from './format.ts';
import type { Recording } from './reader.ts';
import { continueFrom, simulationOf } from './verify.ts';

export function simulationAt(recording: Recording, index: number): Simulation {
  const { step, time, hash } = recording.frame(index);
  const simulation = simulationOf(recording);
  for (const { frames, state } of recording.checkpoints()) {
    if (frames > index + 1) continue;
    continueFrom(simulation, state);
    break;
  }
  simulation.step(step - simulation.world.state.steps);
  if (simulation.world.hash() === hash) return simulation;
  throw new RecordingError(
    `run again, the scene gives other results at step ${step}, t = ${Number(time.toPrecision(6))} s. \`pliant verify\` finds the first difference.`,
  );
}
