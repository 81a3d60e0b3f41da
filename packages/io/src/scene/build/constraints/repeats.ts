/**
 * Members of a constraint that are the same twice. A second one adds nothing and makes the rows dependent, so it is a slip
 * of whoever listed the points; and thousands of them would make every matrix full.
 */
import type { Anchor, ConstraintSpec } from '@pliant/engine';

/** What is wrong, in words; undefined if all members differ. */
export function repeatedMember({ members, each }: ConstraintSpec): string | undefined {
  const count = members.length;
  if (count < 2 || areInOrder(members)) return undefined;
  // chains of members by a hash of their numbers
  let size = 16;
  while (size < 2 * count) size *= 2;
  const head = new Int32Array(size).fill(-1);
  const next = new Int32Array(count);
  const bodies = new BodyNumbers();
  for (let m = 0; m < count; m++) {
    const slot = hashOf(members[m], bodies) & (size - 1);
    let twin = head[slot];
    while (twin >= 0 && !(sameAnchors(members[m], members[twin]) && `${each?.[m]}` === `${each?.[twin]}`))
      twin = next[twin];
    if (twin >= 0) {
      const names = [...new Set(members[m].flatMap(({ body }) => (body === undefined ? [] : [`"${body}"`])))];
      return `holds the same point of body ${names.join(' and ')} twice (numbers ${twin} and ${m} of its points); list each once.`;
    }
    next[m] = head[slot];
    head[slot] = m;
  }
  return undefined;
}

/** The first points of members come in the order of bodies and blocks, so that all differ; most selections give them like this. */
function areInOrder(members: ConstraintSpec['members']): boolean {
  const bodies = new BodyNumbers();
  let [lastBody, lastBlock] = [-1, -1];
  for (let m = 0; m < members.length; m++) {
    const first = members[m][0];
    if (first?.body === undefined || first.blocks.length === 0) return false;
    const number = bodies.of(first.body);
    const block = first.blocks[0];
    if (!(number > lastBody || (number === lastBody && block > lastBlock))) return false;
    lastBody = number;
    lastBlock = block;
  }
  return true;
}

/** Numbers of bodies in the order they are met. Points of a body often follow each other. */
class BodyNumbers {
  readonly #numbers = new Map<string, number>();
  #last = '';
  #number = -1;

  of(body: string): number {
    if (body === this.#last && this.#number >= 0) return this.#number;
    let number = this.#numbers.get(body);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(body, number);
    }
    this.#last = body;
    this.#number = number;
    return number;
  }
}
function hashOf(anchors: readonly Anchor[], bodies: BodyNumbers): number {
  let hash = anchors.length;
  for (let k = 0; k < anchors.length; k++) {
    const { body = '', blocks, parameters } = anchors[k];
    hash = mixed(hash, bodies.of(body));
    for (let b = 0; b < blocks.length; b++) hash = mixed(hash, blocks[b]);
    for (let c = 0; c < parameters.length; c++) hash = mixed(hash, 1e6 * parameters[c]);
  }
  return hash;
}
function mixed(hash: number, value: number): number {
  const next = Math.imul(hash ^ value, 0x01000193);
  return next ^ (next >>> 15);
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean => {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) return false;
  return true;
};
function sameAnchors(a: readonly Anchor[], b: readonly Anchor[]): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) {
    if (a[k].body !== b[k].body) return false;
    if (!sameNumbers(a[k].blocks, b[k].blocks) || !sameNumbers(a[k].parameters, b[k].parameters)) return false;
    const [own, other] = [a[k].own ?? [], b[k].own ?? []];
    if (own.length !== other.length || own.some(({ start }, i) => !sameNumbers(start, other[i].start))) return false;
  }
  return true;
}
