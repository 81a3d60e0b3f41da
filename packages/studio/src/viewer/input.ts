/**
 * Hands on the picture: left drag on a body grabs it, on empty space orbits; right or middle drag, or with Shift, pans;
 * the wheel zooms to the pointer. Touch: one finger grabs or orbits, two orbit, pan and pinch.
 */
import { Vector2, type Vector3 } from 'three';
import type { Picked } from './pick.ts';
import type { OrbitCamera } from './stage/camera.ts';

export interface Hands {
  pick(pointer: Vector2, pixel: Vector2): Picked | undefined;
  positionOf(node: number): Vector3;
  /** Whether a click on a node chooses it, and grabs nothing. */
  chooses(node: number): boolean;
  grab(node: number, to: Vector3): void;
  drag(to: Vector3): void;
  drop(): void;
  hover(pointer: Vector2 | undefined, pixel: Vector2 | undefined): void;
  changed(): void;
}

type Doing = { kind: 'orbit' } | { kind: 'pan' } | { kind: 'hold'; through: Vector3; offset: Vector3 } | undefined;

/** Returns a function that takes the hands away. */
export function listen(element: HTMLElement, view: OrbitCamera, hands: Hands): () => void {
  const touches = new Map<number, Vector2>();
  let doing: Doing;
  let last = new Vector2();

  const pixelOf = (event: MouseEvent): Vector2 => {
    const box = element.getBoundingClientRect();
    return new Vector2(event.clientX - box.left, event.clientY - box.top);
  };
  const pointerOf = (pixel: Vector2): Vector2 =>
    new Vector2((pixel.x / element.clientWidth) * 2 - 1, 1 - (pixel.y / element.clientHeight) * 2);
  const release = (): void => {
    if (doing?.kind === 'hold') hands.drop();
    doing = undefined;
    element.style.cursor = '';
  };

  function down(event: PointerEvent): void {
    if (event.target !== element) return;
    element.setPointerCapture(event.pointerId);
    const pixel = pixelOf(event);
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, pixel);
      if (touches.size > 1) {
        release();
        return;
      }
    }
    last = pixel;
    if (event.button === 1 || event.button === 2 || event.shiftKey) {
      doing = { kind: 'pan' };
      return;
    }
    const picked = hands.pick(pointerOf(pixel), pixel);
    if (picked && hands.chooses(picked.node)) return;
    if (!picked) {
      doing = { kind: 'orbit' };
      return;
    }
    // the node keeps its place under the pointer, and moves in the plane that faces the camera
    const through = hands.positionOf(picked.node);
    const offset = through.clone().sub(view.onScreenPlane(pointerOf(pixel), through));
    doing = { kind: 'hold', through, offset };
    element.style.cursor = 'grabbing';
    hands.hover(undefined, undefined);
    hands.grab(picked.node, through.clone());
  }

  function move(event: PointerEvent): void {
    const pixel = pixelOf(event);
    const before = touches.get(event.pointerId);
    if (before && touches.size > 1) {
      twoFingers(event.pointerId, before, pixel);
      return;
    }
    if (before) touches.set(event.pointerId, pixel);
    if (!doing) {
      if (event.pointerType !== 'touch') hands.hover(pointerOf(pixel), pixel);
      return;
    }
    const by = pixel.clone().sub(last);
    last = pixel;
    if (doing.kind === 'orbit') view.orbit(by.x, by.y);
    else if (doing.kind === 'pan') view.pan(by.x, by.y);
    else hands.drag(view.onScreenPlane(pointerOf(pixel), doing.through).add(doing.offset));
    hands.changed();
  }
  function twoFingers(id: number, before: Vector2, now: Vector2): void {
    const other = [...touches].find(([key]) => key !== id)?.[1];
    touches.set(id, now);
    if (!other) return;
    const by = now.clone().sub(before).multiplyScalar(0.5);
    view.orbit(by.x, by.y);
    const middle = now.clone().add(other).multiplyScalar(0.5);
    view.zoom(before.distanceTo(other) / Math.max(1, now.distanceTo(other)), pointerOf(middle));
    hands.changed();
  }
  function up(event: PointerEvent): void {
    touches.delete(event.pointerId);
    release();
    hands.changed();
  }
  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const by = Math.max(-240, Math.min(240, event.deltaY * lines));
    view.zoom(1.0015 ** by, pointerOf(pixelOf(event)));
    hands.changed();
  }
  const leave = (): void => hands.hover(undefined, undefined);
  const menu = (event: Event): void => event.preventDefault();

  element.style.touchAction = 'none';
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('contextmenu', menu);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('contextmenu', menu);
  };
}
