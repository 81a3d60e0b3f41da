/** Steps that were accepted though they were not solved: told once in a run, the first time that it can be seen. */
import { type ContactReport, notices, type World } from '@pliant/engine';
import type { Notice } from '../../protocol/protocol.ts';

/** Residuals and gaps (m) of contacts above these may be seen. */
const seen = 1e-6;

export class Unsolved {
  #isTold = false;

  constructor(private readonly tell: (notice: Notice) => void) {}
  /** After steps. */
  check(world: World): void {
    if (this.#isTold) return;
    const lines = [
      ...(world.stepReports().every(({ converged }) => converged) ? [] : solids(world)),
      ...contacts(world),
    ];
    if (!lines.length) return;
    this.#isTold = true;
    const at = `t = ${Number(world.time.toPrecision(4))} s`;
    this.tell({
      tone: 'info',
      title: `Not solved at ${at}`,
      lines: lines.map((text) => ({ path: '', text })),
      stays: true,
    });
  }
}
const solids = (world: World): string[] => notices(world).filter((text) => text.startsWith('The last step of'));

function contacts(world: World): string[] {
  if (!world.hasContact) return [];
  const { converged, residual, error, shortened }: ContactReport = world.contactReport();
  if (converged || !(residual > seen || error > seen || shortened < 1)) return [];
  const why =
    shortened < 1
      ? 'bodies go only a part of their way, so that they do not pass through each other'
      : `gaps are off by ${error.toPrecision(2)} m at most`;
  return [
    `Contacts of this step are solved to ${residual.toPrecision(2)}, and ${why}. Take a shorter step, or look for bodies that are driven into each other.`,
  ];
}
