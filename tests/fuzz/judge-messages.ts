/**
 * Messages to the studio's worker are good if every one of them is taken or refused with a sentence, every question gets one
 * answer, all numbers of the picture are finite, and a scene that is opened afterwards runs as if nothing had been.
 */
import type { FromWorker, ToWorker } from '../../packages/studio/src/protocol/protocol.ts';
import { ourFaults, Service } from '../../packages/studio/src/worker/service.ts';
import type { Json } from './json-mutation.ts';
import { posted } from './messages.ts';
import { newSimulation, stateScene } from './seeds.ts';

/** What is wrong, if something is; whether something was refused. */
export async function serve(
  messages: readonly Json[],
  wordsFault: (words: string) => string | undefined,
): Promise<{ fault?: string; refused: boolean }> {
  const said: FromWorker[] = [];
  const service = new Service((message) => said.push(message));
  const asked: unknown[] = [];
  const post = (message: Json): void => {
    const data = posted(message) as ToWorker;
    if (data?.type === 'ask' && Number.isInteger(data.request)) asked.push(data.request);
    service.receive(data);
    service.turn();
  };
  for (const message of messages) post(message);
  // what waits for files is open, or refused, before the last scene is asked for
  await new Promise((next) => setTimeout(next));
  const last = said.length;
  post({ type: 'load', source: { text: stateScene, file: 'last.json' }, play: false });
  post({ type: 'step', count: 5 });
  post({ type: 'ask', request: -1, what: 'hash' });
  const fault =
    said.map((message) => faultOf(message, wordsFault)).find((one) => one !== undefined) ??
    unanswered(asked, said) ??
    (hashIn(said.slice(last)) === expectedHash()
      ? undefined
      : 'a scene that is opened afterwards comes to another hash');
  const refused = said.some(({ type }) => type === 'refused' || type === 'notice');
  return fault === undefined ? { refused } : { fault, refused };
}

function faultOf(message: FromWorker, wordsFault: (words: string) => string | undefined): string | undefined {
  switch (message.type) {
    case 'frame':
      return [message.positions, message.forces, message.places].every((list) => list.every(Number.isFinite))
        ? undefined
        : 'a frame has numbers that are not finite';
    case 'notice':
    case 'refused': {
      const { title, lines } = message.notice;
      const words = lines.map(({ text }) => text).join(' ');
      return title === ourFaults.broken ? `${title}: ${words}` : wordsFault(words);
    }
    case 'answer': {
      const fault = typeof message.value === 'object' && 'fault' in message.value ? message.value.fault : undefined;
      const words = message.error ?? fault?.message;
      return words === undefined ? undefined : wordsFault(words);
    }
    default:
      return undefined;
  }
}
/** Every question has its answer: as many as were asked, number by number. */
function unanswered(asked: readonly unknown[], said: readonly FromWorker[]): string | undefined {
  const count = new Map<unknown, number>();
  for (const request of asked) count.set(request, (count.get(request) ?? 0) + 1);
  for (const message of said)
    if (message.type === 'answer') count.set(message.request, (count.get(message.request) ?? 0) - 1);
  const wrong = [...count].find(([, n]) => n !== 0);
  return wrong && `question ${wrong[0]} has ${wrong[1] > 0 ? 'no answer' : 'too many answers'}`;
}
const hashIn = (said: readonly FromWorker[]): unknown =>
  said.flatMap((message) => (message.type === 'answer' && message.request === -1 ? [message.value] : [])).at(-1);

let known: string | undefined;
function expectedHash(): string {
  if (known === undefined) {
    const simulation = newSimulation();
    simulation.step(5);
    known = simulation.world.hash();
  }
  return known;
}
