/** Whole explicit steps of finite elements, beside the C program's, by turns, once it is proven that both do the same work. */
import { cpuTimed, leastTimes, milliseconds, type Row, timesTheTime } from '../../harness.ts';
import { Yardstick, yardstickGiven } from '../../yardstick.ts';
import { wholeSteps } from '../curtain/curtain.ts';
import { checkedSteps, checksum, refuseDifferentWork } from '../curtain/worlds.ts';
import { blockWorld, type Lame } from './block.ts';
import { linearRow } from './linear.ts';

/** 53,240 tets */
const cells = 22;
/** one tet after another: what is compared with */
const theirs = 's1';
/** four tets in the lanes of AVX */
const alsoTheirs = ['v4'];

interface Against {
  /** what the C program calls the material */
  readonly mode: string;
  readonly lame: Lame;
  readonly target: number;
}

function femRow(material: string, against?: Against): Row {
  const compared = against && yardstickGiven() ? against : undefined;
  const name = `fem-${material}`;
  return {
    name,
    what: `a step of ${5 * cells * cells * cells} tets, ${material}${compared ? `, against the C program's ${theirs}` : ''}`,
    scores: [
      compared
        ? { target: timesTheTime(compared.target), of: (times) => times.ours / times[theirs] }
        : { target: milliseconds(), of: ({ ours }) => ours },
    ],
    async measure() {
      const world = blockWorld(cells, material, against?.lame ?? given);
      const ours = { ours: cpuTimed(() => world.step()) };
      if (!compared) return leastTimes(ours, wholeSteps);
      const yardstick = new Yardstick({ scene: 'fem', size: cells, mode: compared.mode });
      try {
        world.step(checkedSteps);
        refuseDifferentWork(name, checksum(world), await yardstick.checksum(theirs, checkedSteps));
        const variants = [theirs, ...alsoTheirs].map((variant) => [variant, yardstick.timed(variant)]);
        return await leastTimes({ ...ours, ...Object.fromEntries(variants) }, wholeSteps);
      } finally {
        yardstick.close();
      }
    },
  };
}

const given: Lame = { mu: 4000, la: 16000 };
/** What the rotation costs, by turns in one process. */
const corotatedRow: Row = {
  name: 'fem-corotated-ratio',
  what: `a step of ${5 * cells * cells * cells} tets, corotated against neo-hookean`,
  scores: [{ target: timesTheTime(2.5), of: ({ corotated, simple }) => corotated / simple }],
  measure() {
    const timed = (material: string) => {
      const world = blockWorld(cells, material, given);
      return cpuTimed(() => world.step());
    };
    return leastTimes({ corotated: timed('corotated'), simple: timed('neo-hookean') }, wholeSteps);
  },
};
export const rows: readonly Row[] = [
  femRow('st-venant-kirchhoff', { mode: 'stvk', lame: given, target: 1.15 }),
  // its moduli are 4/3 mu and la + 5/6 mu
  femRow('neo-hookean-log', { mode: 'snh', lame: { mu: 3000, la: 13500 }, target: 0.95 }),
  femRow('neo-hookean'),
  femRow('corotated'),
  corotatedRow,
  linearRow,
];
