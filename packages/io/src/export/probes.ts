/** Probes at every frame, by running the scene again: as CSV, and as Parquet. */
import { RecordingError } from '../recording/format.ts';
import type { Recording } from '../recording/reader.ts';
import { simulationOf } from '../recording/verify.ts';
import { csvColumns, csvHeader, csvRow } from '../scene/probes-csv.ts';
import { type FrameChoice, replayedFrames } from './frames.ts';

function probesOf(recording: Recording) {
  const { probes } = simulationOf(recording);
  if (probes.length) return probes;
  throw new RecordingError(`"${recording.header.file}" has no probes. Add some to the scene, and record it again.`);
}
function* rows(recording: Recording, choice: FrameChoice): Generator<number[]> {
  for (const { simulation } of replayedFrames(recording, choice)) {
    yield [simulation.world.time, ...simulation.probes.flatMap((probe) => probe.read())];
  }
}

/** The header with units, then a line a frame. */
export function* probesCsv(recording: Recording, choice: FrameChoice = {}): Generator<string> {
  yield csvHeader(probesOf(recording));
  for (const [time, ...values] of rows(recording, choice)) yield csvRow(time, values);
}

/** Columns of doubles with the names of the CSV's header; what was run is in the metadata. */
export async function probesParquet(recording: Recording, choice: FrameChoice = {}): Promise<Uint8Array> {
  const names = csvColumns(probesOf(recording));
  const table = [...rows(recording, choice)];
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const { file, writtenBy, rate } = recording.header;
  const buffer = parquetWriteBuffer({
    columnData: names.map((name, c) => ({
      name,
      data: Float64Array.from(table, (row) => row[c]),
      type: 'DOUBLE' as const,
      nullable: false,
    })),
    kvMetadata: [
      { key: 'scene', value: file },
      { key: 'written by', value: writtenBy },
      { key: 'frames per second', value: `${rate}` },
      { key: 'hash', value: recording.frame(recording.frameCount - 1).hash },
    ],
  });
  return new Uint8Array(buffer);
}
