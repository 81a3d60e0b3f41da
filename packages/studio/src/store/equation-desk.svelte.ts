/** Where the user writes equations: points that have been given names, a text, what is wrong with it, and those that hold. */

import type {
  EquationDraft,
  EquationFault,
  EquationInfo,
  EquationWish,
  PlaceInfo,
  PointChoice,
} from '../protocol/equations.ts';
import type { BodyInfo, Point } from '../protocol/protocol.ts';
import type { NameTag } from '../viewer/model.ts';

/** Names for points, in this order; t, s and m have meanings of their own. */
const names = [...'abcdfghkpqruvwxyz'];

export interface ChosenPoint {
  readonly choice: PointChoice;
  /** in words */
  readonly text: string;
  readonly place?: PlaceInfo;
}

export class EquationDesk {
  list = $state.raw<readonly EquationInfo[]>([]);
  text = $state('');
  points = $state.raw<readonly ChosenPoint[]>([]);
  /** id of the equation whose place the text takes */
  editing = $state<string | undefined>();
  /** of the text as it stands */
  fault = $state.raw<EquationFault | undefined>();
  /** why the last edit was not made */
  refusal = $state('');
  /** the next click in the picture chooses a point */
  choosing = $state(false);
  #checks = 0;

  constructor(
    private readonly ask: (wish: EquationWish) => Promise<EquationFault | undefined>,
    private readonly show: (tags: readonly NameTag[], choosing: boolean) => void,
    private readonly bodies: () => readonly BodyInfo[],
  ) {}

  /** Another scene. */
  clear(): void {
    this.text = '';
    this.points = [];
    this.#end();
  }

  // --- points ------------------------------------------------------------------------------------------------------
  startChoosing(): void {
    this.choosing = !this.choosing;
    this.showOwn();
  }
  stopChoosing(): void {
    this.choosing = false;
    this.showOwn();
  }
  choose(node: number): void {
    const body = this.bodies().find((b) => node >= b.firstNode && node < b.firstNode + b.nodeCount);
    const rod = this.bodies().find((b) => b.curve?.includes(node));
    const text = body ? `${body.id}, node ${node - body.firstNode}` : `a point of ${rod?.id ?? 'the skin'}`;
    this.#add({ choice: { name: this.#freeName(), node }, text, place: { nodes: [node], weights: [1] } });
  }
  /** From `0 1.5 -2`; false if these are not three numbers. */
  addPlace(typed: string): boolean {
    const at = typed
      .split(/[\s,;[\]]+/)
      .filter(Boolean)
      .map(Number);
    if (at.length !== 3 || !at.every(Number.isFinite)) return false;
    const point = at as unknown as Point;
    this.#add({ choice: { name: this.#freeName(), at: point }, text: `[${at.join(', ')}]`, place: { at: point } });
    return true;
  }
  #add(point: ChosenPoint): void {
    this.points = [...this.points, point];
    this.choosing = false;
    this.#changed();
  }
  forget(name: string): void {
    this.points = this.points.filter(({ choice }) => choice.name !== name);
    this.#changed();
  }
  #freeName(): string {
    const taken = new Set(this.points.map(({ choice }) => choice.name));
    const numbered = (n: number): string => (taken.has(`p${n}`) ? numbered(n + 1) : `p${n}`);
    return names.find((name) => !taken.has(name)) ?? numbered(1);
  }

  /** Show the points of an equation in the list. */
  point(info: EquationInfo): void {
    this.show(tagsOf(info.points), this.choosing);
  }
  showOwn(): void {
    this.show(
      tagsOf(this.points.map(({ choice, place }) => ({ name: choice.name, ...(place ? { place } : {}) }))),
      this.choosing,
    );
  }

  // --- the text ----------------------------------------------------------------------------------------------------
  type(text: string): void {
    this.text = text;
    this.#changed();
  }
  #changed(): void {
    this.refusal = '';
    this.showOwn();
    this.#check();
  }
  async #check(): Promise<void> {
    const mine = ++this.#checks;
    const fault = await this.ask({ what: 'check-equation', draft: this.#draft() }).catch(() => undefined);
    if (mine === this.#checks) this.fault = fault;
  }
  #draft(): EquationDraft {
    return {
      ...(this.editing === undefined ? {} : { replaces: this.editing }),
      text: this.text,
      points: this.points.map(({ choice }) => choice),
    };
  }
  /** Have it hold from now on. What is refused stays in the field. */
  async submit(): Promise<void> {
    if (!this.text.trim()) return;
    const fault = await this.#do({ what: 'put-equation', draft: this.#draft() });
    if (fault?.column !== undefined) {
      this.fault = fault;
      this.refusal = '';
    } else if (!fault) {
      this.text = '';
      this.#end();
    }
  }
  edit(info: EquationInfo): void {
    this.editing = info.id;
    this.text = info.text;
    this.points = info.points
      .filter(({ place }) => place)
      .map(({ name, text, place }) => ({ choice: { name, kept: true as const }, text, ...(place ? { place } : {}) }));
    this.#changed();
  }
  cancel(): void {
    this.text = '';
    this.#end();
  }
  /** Points stay for the next equation, if they can be said without the one that was edited. */
  #end(): void {
    this.editing = undefined;
    this.points = this.points.flatMap((point) => {
      const { choice, place } = point;
      if (!('kept' in choice)) return [point];
      if (!place || ('nodes' in place && place.nodes.length > 1)) return [];
      const own = 'at' in place ? { at: place.at } : { node: place.nodes[0] };
      return [{ ...point, choice: { name: choice.name, ...own } }];
    });
    this.fault = undefined;
    this.refusal = '';
    this.choosing = false;
    this.showOwn();
  }
  async remove(id: string): Promise<void> {
    const fault = await this.#do({ what: 'remove-equation', id });
    if (!fault && this.editing === id) this.cancel();
  }
  async undo(): Promise<void> {
    await this.#do({ what: 'undo-equation' });
  }
  async #do(wish: EquationWish): Promise<EquationFault | undefined> {
    const fault = await this.ask(wish).catch((error: Error): EquationFault => ({ message: error.message }));
    this.refusal = fault?.message ?? '';
    return fault;
  }
}

const tagsOf = (points: readonly { readonly name: string; readonly place?: PlaceInfo }[]): NameTag[] =>
  points.flatMap(({ name, place }) => (place ? [{ name, place }] : []));
