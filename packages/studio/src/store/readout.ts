/** What panels show of a run. */
import type { ContactInfo, Numbers, Pace } from '../protocol/protocol.ts';

/** The numbers on the screen, in panels and in the picture: all of one moment. */
export interface Readout {
  readonly step: number;
  readonly time: number;
  /** where the run pauses, s */
  readonly end: number;
  /** N; no number without a hand */
  readonly handForce: number;
  readonly pace: Pace;
  readonly numbers: Numbers | undefined;
  readonly forces: Float32Array;
  readonly active: Uint8Array;
  readonly totals: Float32Array;
  readonly contacts: readonly ContactInfo[];
}

export const emptyReadout: Readout = {
  step: 0,
  time: 0,
  end: Number.NaN,
  handForce: Number.NaN,
  pace: { msPerStep: Number.NaN, speed: Number.NaN, wanted: 1, threads: 1 },
  numbers: undefined,
  forces: new Float32Array(),
  active: new Uint8Array(),
  totals: new Float32Array(),
  contacts: [],
};
