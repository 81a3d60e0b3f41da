/** The run in three dimensions: frames as they were computed, at the speed of the simulated time or slower. */
import { quantity, seconds } from '../src/base/format.ts';
import type { ReportData } from '../src/report/data.ts';
import { modelOf, pointsOf } from '../src/store/model-of.ts';
import type { Theme } from '../src/viewer/stage/theme.ts';
import { Viewport } from '../src/viewer/viewport.ts';
import { element, icon, iconButton } from './dom.ts';

const icons = {
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  start: 'M4 3v10M13 3L6 8l7 5z',
  forces: 'M8 14V3M4 7l4-4 4 4',
  wire: 'M2 13L8 3l6 10zM5 8h6l-3 5z',
  frame: 'M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3',
} as const;
const speeds = [0.1, 0.25, 0.5, 1, 2] as const;

export class Player {
  readonly element: HTMLElement;
  readonly #data: ReportData;
  readonly #stage: HTMLElement;
  #viewport: Viewport | undefined;
  readonly #slider: HTMLInputElement;
  readonly #clock: HTMLElement;
  readonly #legend: HTMLElement;
  readonly #play: HTMLButtonElement;
  readonly #moved: (time: number) => void;
  #holds = -1;
  #index = 0;
  #time: number;
  #playing = false;
  #speed = 1;
  #last = 0;

  /** moved: told the time that is shown */
  constructor(data: ReportData, moved: (time: number) => void) {
    this.#data = data;
    this.#moved = moved;
    const { frames, scene } = data;
    this.#time = frames[0].time;
    this.#stage = element('div', { class: 'stage', role: 'img', 'aria-label': scene.name });
    this.#legend = element('div', { class: 'force-scale' });
    this.#slider = element('input', {
      type: 'range',
      min: '0',
      max: String(frames.length - 1),
      step: '1',
      value: '0',
      'aria-label': 'Time',
    });
    this.#slider.addEventListener('input', () => this.seek(frames[Number(this.#slider.value)].time));
    this.#clock = element('output', { class: 'clock' });
    this.#play = iconButton('Play (space)', icons.play, () => this.toggle());
    const speed = element('select', { title: 'Speed: simulated seconds in a second', 'aria-label': 'Speed' });
    for (const factor of speeds) {
      const option = element('option', { value: String(factor) }, `${factor} ×`);
      option.selected = factor === 1;
      speed.append(option);
    }
    speed.addEventListener('change', () => {
      this.#speed = Number(speed.value);
    });
    const bar = element(
      'div',
      { class: 'transport' },
      iconButton('To the start', icons.start, () => this.seek(frames[0].time)),
      this.#play,
      this.#slider,
      this.#clock,
      speed,
      this.#switch('Forces', icons.forces, (on) => {
        if (this.#viewport) this.#viewport.forces = on;
      }),
      this.#switch('Mesh lines', icons.wire, (on) => {
        if (this.#viewport) this.#viewport.wire = on;
      }),
      iconButton('Bring everything into view', icons.frame, () => this.#viewport?.frame()),
    );
    this.element = element('section', { class: 'player card' }, this.#stage, this.#legend, bar);
  }
  /** Draws, once the element is in the page: the camera goes by its size. */
  start(theme: Theme): void {
    const { frames, scene } = this.#data;
    this.#viewport = new Viewport(this.#stage, {
      quality: 'auto',
      events: { scale: (legend) => this.#showScale(legend) },
    });
    this.#viewport.theme = theme;
    this.#viewport.forces = true;
    this.#viewport.setModel(modelOf(scene), frames[0]);
    this.#show(0);
    requestAnimationFrame((now) => this.#tick(now));
  }

  set theme(theme: Theme) {
    if (this.#viewport) this.#viewport.theme = theme;
  }
  toggle(): void {
    this.#playing = !this.#playing;
    const { frames } = this.#data;
    if (this.#playing && this.#index === frames.length - 1) this.seek(frames[0].time);
    this.#play.replaceChildren(icon(this.#playing ? icons.pause : icons.play));
    const label = this.#playing ? 'Pause (space)' : 'Play (space)';
    this.#play.title = label;
    this.#play.setAttribute('aria-label', label);
  }
  /** Shows the last frame that is not after a time. */
  seek(time: number): void {
    this.#time = time;
    const { frames } = this.#data;
    let index = this.#index;
    while (index > 0 && frames[index].time > time + 1e-9) index--;
    while (index < frames.length - 1 && frames[index + 1].time <= time + 1e-9) index++;
    this.#show(index);
  }
  step(by: number): void {
    if (this.#playing) this.toggle();
    const { frames } = this.#data;
    this.seek(frames[Math.max(0, Math.min(frames.length - 1, this.#index + by))].time);
  }

  #tick(now: number): void {
    requestAnimationFrame((next) => this.#tick(next));
    const elapsed = Math.min(0.1, (now - this.#last) / 1000);
    this.#last = now;
    if (!this.#playing) return;
    this.seek(this.#time + elapsed * this.#speed);
    if (this.#index === this.#data.frames.length - 1) this.toggle();
  }
  #show(index: number): void {
    const frame = this.#data.frames[index];
    this.#index = index;
    if (frame.holds !== this.#holds) {
      this.#holds = frame.holds;
      this.#viewport?.setPoints(pointsOf(this.#data.holds[frame.holds]));
    }
    this.#viewport?.update(frame);
    this.#slider.value = String(index);
    this.#clock.textContent = seconds(frame.time);
    this.#moved(frame.time);
  }
  #switch(label: string, path: string, change: (on: boolean) => void): HTMLButtonElement {
    let on = label === 'Forces';
    const button = iconButton(label, path, () => {
      on = !on;
      button.setAttribute('aria-pressed', String(on));
      change(on);
    });
    button.setAttribute('aria-pressed', String(on));
    return button;
  }
  #showScale(legend: readonly { readonly newtons: number; readonly pixels: number }[]): void {
    this.#legend.replaceChildren(
      ...legend.map(({ newtons, pixels }) => {
        const arrow = element('i', { class: 'arrow' });
        arrow.style.width = `${pixels}px`;
        return element('span', {}, arrow, quantity(newtons, 'N', 2));
      }),
    );
  }
}
