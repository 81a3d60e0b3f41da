/** What the page has to say: at most three messages, the newest last. Hints go by themselves; those about a run go with it. */

import { sentence } from '../base/sentence.ts';
import type { Notice } from '../protocol/protocol.ts';

/** ms a hint stays */
const hintStays = 7000;
const most = 3;

export interface Message extends Notice {
  readonly id: number;
  /** the run it is about; 0 if it is about none */
  readonly run: number;
  readonly action?: { readonly label: string; do(): void };
}

export class MessageBoard {
  list = $state.raw<readonly Message[]>([]);
  #count = 0;
  /** id of the last message about what cannot be opened */
  #refusal = 0;

  say(tone: Notice['tone'], title: string, text: string, action?: Message['action']): void {
    this.show({ tone, title, lines: [{ path: '', text: sentence(text) }] }, 0, action);
  }
  show(notice: Notice, run = 0, action?: Message['action']): void {
    const message = { ...notice, id: ++this.#count, run, ...(action ? { action } : {}) };
    this.list = [...this.list.filter((m) => m.title !== notice.title), message].slice(-most);
    if (notice.tone === 'info' && !notice.stays && !action) setTimeout(() => this.dismiss(message.id), hintStays);
  }
  /** Something cannot be opened: what was said of the attempt before goes. */
  refuse(notice: Notice): void {
    this.dismiss(this.#refusal);
    this.show(notice);
    this.#refusal = this.#count;
  }
  dismiss(id: number): void {
    this.list = this.list.filter((m) => m.id !== id);
  }
  /** Another run has begun. */
  keepOnly(run: number): void {
    this.list = this.list.filter((m) => m.run === 0 || m.run === run);
  }
  /** Another scene is open. */
  clear(): void {
    this.list = [];
  }
}
