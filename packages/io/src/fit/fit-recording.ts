/** Poses that were fitted, as a recording in memory: what exports of meshes and films of frames read. */
import type { RecordingHeader } from '../recording/format.ts';
import { type Recording, readRecording } from '../recording/reader.ts';
import { RecordingWriter } from '../recording/writer.ts';
import type { MotionFit } from './fit-motion.ts';

export class FitRecording {
  readonly #pieces: Uint8Array[] = [];
  #writer: RecordingWriter | undefined;

  constructor(
    private readonly fit: MotionFit,
    private readonly header: Pick<RecordingHeader, 'writtenBy' | 'file'>,
  ) {}
  /** Adds the pose that the world has now. */
  add(): void {
    if (this.#writer) this.#writer.frame();
    else this.#writer = this.#begin();
  }
  #begin(): RecordingWriter {
    const { times, simulation } = this.fit;
    const long = times[times.length - 1] - times[0];
    const rate = long > 0 ? (times.length - 1) / long : 1;
    const options = { ...this.header, scene: JSON.stringify(simulation.def), overrides: {}, rate };
    return new RecordingWriter(simulation.world, options, (bytes) => {
      this.#pieces.push(bytes.slice());
    });
  }
  end(): Recording {
    this.#writer?.close();
    const bytes = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return readRecording(bytes);
  }
}
