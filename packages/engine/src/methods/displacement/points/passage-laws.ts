/** The laws of passages as flat arrays: a step goes over all of them several times, and a thousand objects are not in the cache. */
import type { Passage } from '../../../constraints/attachments/passage.ts';

const far = Number.POSITIVE_INFINITY;
type Passages = readonly (Passage | undefined)[];
const numbers = (passages: Passages, of: (how: Passage['how']) => number): Float64Array =>
  Float64Array.from(passages, (passage) => (passage ? of(passage.how) : 0));
const flags = (passages: Passages, of: (how: Passage['how']) => unknown): Uint8Array =>
  Uint8Array.from(passages, (passage) => (passage && of(passage.how) ? 1 : 0));

export class PassageLaws {
  /** a constraint holds it */
  readonly taken: Uint8Array;
  /** it has Coulomb friction, or a brake */
  readonly rubs: Uint8Array;
  readonly endless: Uint8Array;
  /** its neighbours limit it */
  readonly below: Uint8Array;
  readonly above: Uint8Array;
  /** where it stops, m */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** m: the shortest piece, the length of the rod, and a mean span */
  readonly least: Float64Array;
  readonly length: Float64Array;
  readonly scale: Float64Array;
  /** N */
  readonly drive: Float64Array;
  /** N s/m */
  readonly friction: Float64Array;

  constructor(passages: Passages) {
    this.taken = flags(passages, () => true);
    this.rubs = flags(passages, ({ coulomb, brake }) => coulomb || brake);
    this.endless = flags(passages, ({ endless }) => endless);
    this.below = flags(passages, ({ endless, within }) => !endless && within !== 'above');
    this.above = flags(passages, ({ endless, within }) => !endless && within !== 'below');
    const stops = ({ ends, between, endless }: Passage['how']): readonly [number, number] =>
      (ends === 'stop' && between) || [endless ? -far : 0, far];
    this.from = numbers(passages, (how) => how.scale * stops(how)[0]);
    this.to = numbers(passages, (how) => how.scale * stops(how)[1]);
    this.least = numbers(passages, ({ least }) => least);
    this.length = numbers(passages, ({ length }) => length);
    this.scale = numbers(passages, ({ scale }) => scale);
    this.drive = numbers(passages, ({ drive = 0 }) => drive);
    this.friction = numbers(passages, ({ friction = 0 }) => friction);
  }
  /** How far S at coordinate i of passage k may go towards its neighbour in a step. */
  room(k: number, q: Float64Array, i: number, neighbour: number): number {
    const gap = Math.max(0, Math.abs(q[neighbour] - q[i]) - this.least[k]);
    const isEnd = q[neighbour] === 0 || q[neighbour] === this.length[k];
    return isEnd ? gap : gap / 2;
  }
}
