/** What is under the pointer: a point of a constraint, else the arrow between bodies that touch; and the node that a hand would take. */
import type { Vector2 } from 'three';
import type { Points } from './bodies/points.ts';
import type { PointsView } from './bodies/points-view.ts';
import type { ViewportEvents } from './events.ts';
import { arrowUnder } from './marks/contact-arrows.ts';
import type { Picked } from './pick.ts';
import type { OrbitCamera } from './stage/camera.ts';

export interface Pointer {
  /** normalised device coordinates */
  readonly pointer: Vector2;
  /** px from the upper left */
  readonly pixel: Vector2;
}

export class Hover {
  /** undefined: not over the picture */
  #at: Pointer | undefined;
  #moved = false;

  constructor(
    private readonly points: Points,
    private readonly shown: PointsView,
    private readonly events: ViewportEvents,
  ) {}

  to(at: Pointer | undefined): void {
    this.#at = at;
    this.#moved = true;
  }
  /** Whether something else may be under the pointer now. `fresh`: things have moved. */
  isDue(fresh: boolean): boolean {
    return this.#moved || (this.#at !== undefined && fresh);
  }
  /** Tells what is there; true if the picture marks something else than before. choosing: a click would choose a node */
  update(
    view: OrbitCamera,
    canvas: HTMLElement,
    choosing: boolean,
    pick: (at: Pointer) => Picked | undefined,
  ): boolean {
    this.#moved = false;
    const { shown, points, events } = this;
    const at = this.#at;
    const point = at ? points.under(at.pixel, view) : -1;
    const node = at ? (pick(at)?.node ?? -1) : -1;
    if (at) canvas.style.cursor = choosing ? 'crosshair' : node >= 0 ? 'grab' : '';
    const arrow = at && point < 0 ? arrowUnder(shown.touching, at.pixel, (p) => view.toScreen(p)) : undefined;
    if (point >= 0 || shown.hoverPoint >= 0) {
      const p = point >= 0 ? view.toScreen(points.at(point)) : undefined;
      events.hover?.(p && { index: point, x: p.x, y: p.y });
    }
    const pair = arrow?.pair ?? '';
    if (arrow || shown.hoverPair) {
      const p = arrow && view.toScreen(arrow.at);
      events.hoverContact?.(p && { name: pair, x: p.x, y: p.y });
    }
    const changed = point !== shown.hoverPoint || node !== shown.hoverNode || pair !== shown.hoverPair;
    shown.hoverPoint = point;
    shown.hoverNode = node;
    shown.hoverPair = pair;
    return changed;
  }
}
