/** The worker: it owns the world, reads wishes, sends frames, and answers whoever asks whether it is alive. */
import type { FromWorker, ToWorker } from '../protocol/protocol.ts';
import { fetchKernels } from './kernels.ts';
import { Rehearsal } from './rehearsal.ts';
import { Service } from './service.ts';
import { threads } from './threads.ts';

interface Port {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}
fetchKernels(self.location.href);
const page = self as unknown as Port;
const idle = { rehearsal: new Rehearsal(), now: () => performance.now() };
const service = new Service((message, transfer = []) => page.postMessage(message, transfer), threads, idle);
page.onmessage = ({ data }) => service.receive(data);

/** ms */
const pause = 4;
function turn(): void {
  setTimeout(turn, pause);
  service.turn();
}
turn();
