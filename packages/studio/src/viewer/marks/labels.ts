/**
 * Words in the picture: HTML over the canvas, crisp at every size. Those at its edge are moved into it. Those that would cover a more
 * important one, or lie under a panel, are hidden. An element stays as long as its label is asked for, hidden or not.
 */
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

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Shown {
  readonly element: HTMLElement;
  text: string;
  width: number;
  kind: string;
  /** asked for in this frame */
  asked: boolean;
  visible: boolean;
  /** frames in which nobody asked for it */
  idle: number;
}

const lineHeight = 18;
const gap = 2;
/** frames after which an element that nobody asks for goes: it has faded by then */
const lingers = 30;

export class Labels {
  readonly element = document.createElement('div');
  readonly #shown = new Map<string, Shown>();

  constructor() {
    this.element.className = 'pliant-labels';
  }

  /** The most important first. `covered`: where panels are. */
  update(labels: readonly Label[], width: number, height: number, covered: readonly Box[] = []): void {
    for (const shown of this.#shown.values()) shown.asked = false;
    const taken: Box[] = [...covered];
    for (const label of labels) {
      const shown = this.#find(label);
      shown.asked = true;
      const left = label.x - (label.side === 0 ? shown.width / 2 : label.side < 0 ? shown.width : 0);
      const y = intoSight(label.y, height);
      const box = {
        left: left - gap,
        top: y - lineHeight / 2,
        right: left + shown.width + gap,
        bottom: y + lineHeight / 2,
      };
      const outside = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
      const isFree = !outside && !taken.some((t) => overlap(box, t));
      this.#show(shown, isFree);
      if (!isFree) continue;
      taken.push(box);
      const { style } = shown.element;
      style.transform = `translate(${left.toFixed(1)}px, ${box.top.toFixed(1)}px)`;
      style.color = label.colour ?? '';
    }
    for (const [key, shown] of this.#shown) {
      if (shown.asked) {
        shown.idle = 0;
        continue;
      }
      this.#show(shown, false);
      if (++shown.idle < lingers) continue;
      shown.element.remove();
      this.#shown.delete(key);
    }
  }
  #show(shown: Shown, visible: boolean): void {
    if (shown.visible === visible) return;
    shown.visible = visible;
    shown.element.style.opacity = visible ? '1' : '0';
  }

  #find({ key, text, kind }: Label): Shown {
    let shown = this.#shown.get(key);
    if (!shown) {
      const element = document.createElement('span');
      element.style.opacity = '0';
      this.element.append(element);
      shown = { element, text: '', width: 0, kind: '', asked: true, visible: false, idle: 0 };
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

/** Of a line that reaches over the upper or lower edge by less than its height: where it is whole. */
function intoSight(y: number, height: number): number {
  const half = lineHeight / 2;
  if (y < half && y > -half) return half;
  return y > height - half && y < height + half ? height - half : y;
}
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
