/** Words in the picture: HTML over the canvas, crisp at every size. Those that would cover a more important one stay away. */
export interface Label {
  /** the same label from frame to frame */
  readonly key: string;
  readonly text: string;
  /** px from the upper left corner */
  readonly x: number;
  readonly y: number;
  /** which way the words run from there: -1 left, 0 centred, 1 right */
  readonly side: -1 | 0 | 1;
  readonly kind: string;
  /** of its own, instead of the kind's */
  readonly colour?: string;
}

interface Shown {
  readonly element: HTMLElement;
  text: string;
  width: number;
  kind: string;
  used: boolean;
}

const lineHeight = 18;
const gap = 2;

export class Labels {
  readonly element = document.createElement('div');
  readonly #shown = new Map<string, Shown>();

  constructor() {
    this.element.className = 'pliant-labels';
  }

  /** The most important first. */
  update(labels: readonly Label[], width: number, height: number): void {
    for (const shown of this.#shown.values()) shown.used = false;
    const taken: { left: number; top: number; right: number; bottom: number }[] = [];
    for (const label of labels) {
      const shown = this.#find(label);
      const left = label.x - (label.side === 0 ? shown.width / 2 : label.side < 0 ? shown.width : 0);
      const box = {
        left: left - gap,
        top: label.y - lineHeight / 2,
        right: left + shown.width + gap,
        bottom: label.y + lineHeight / 2,
      };
      const outside = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
      const covered = taken.some(
        (t) => box.left < t.right && box.right > t.left && box.top < t.bottom && box.bottom > t.top,
      );
      if (outside || covered) continue;
      taken.push(box);
      shown.used = true;
      const { style } = shown.element;
      style.transform = `translate(${left.toFixed(1)}px, ${(label.y - lineHeight / 2).toFixed(1)}px)`;
      style.color = label.colour ?? '';
      style.opacity = '1';
    }
    for (const [key, shown] of this.#shown) {
      if (shown.used) continue;
      if (shown.element.style.opacity === '0') {
        shown.element.remove();
        this.#shown.delete(key);
      } else shown.element.style.opacity = '0';
    }
  }

  #find({ key, text, kind }: Label): Shown {
    let shown = this.#shown.get(key);
    if (!shown) {
      const element = document.createElement('span');
      element.style.opacity = '0';
      this.element.append(element);
      shown = { element, text: '', width: 0, kind: '', used: false };
      this.#shown.set(key, shown);
    }
    if (shown.kind !== kind) {
      shown.kind = kind;
      shown.element.className = `pliant-label pliant-label-${kind}`;
    }
    if (shown.text !== text) {
      const measure = shown.text.length !== text.length;
      shown.text = text;
      shown.element.textContent = text;
      // figures are of equal width: only another length is another width
      if (measure || shown.width === 0) shown.width = shown.element.offsetWidth;
    }
    return shown;
  }
}
