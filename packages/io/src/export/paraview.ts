/** A recording as a series for ParaView: a grid for each frame, then the list of them. */
import type { Recording } from '../recording/reader.ts';
import { type FrameChoice, replayedFrames } from './frames.ts';
import { GridMaker } from './grid.ts';
import { pvd, vtu } from './vtu.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}
/** name: of the .pvd, without its ending; grids are in a folder of that name beside it. */
export function* paraviewFiles(recording: Recording, name: string, choice: FrameChoice = {}): Generator<NamedText> {
  const frames: { file: string; time: number }[] = [];
  let maker: GridMaker | undefined;
  for (const { index, simulation } of replayedFrames(recording, choice)) {
    maker ??= new GridMaker(simulation.world);
    const file = `${name}/${name}-${String(index).padStart(5, '0')}.vtu`;
    frames.push({ file, time: simulation.world.time });
    yield { name: file, text: vtu(maker.at(simulation.world)) };
  }
  yield { name: `${name}.pvd`, text: pvd(frames) };
}
