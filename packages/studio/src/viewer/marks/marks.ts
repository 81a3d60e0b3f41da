/** Metres along the two sides of the floor that face the camera. */
import { type Box3, Vector3 } from 'three';
import type { OrbitCamera } from '../stage/camera.ts';
import type { Label } from './labels.ts';

const most = 9;

/** Where there is room, px. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

export function metreMarks(view: OrbitCamera, box: Box3, height: number, { left, right, bottom }: Room): Label[] {
  const size = box.getSize(new Vector3());
  const centre = box.getCenter(new Vector3());
  const margin = 0.1 * Math.max(size.x, size.z, 0.5 * size.y);
  const step = niceStep((Math.max(size.x, size.z) + 2 * margin) / 4);
  const { position } = view.camera;
  if (position.y < height) return []; // seen from below there is no floor to write on
  const labels: Label[] = [];
  for (const [along, aside] of [
    ['x', 'z'],
    ['z', 'x'],
  ] as const) {
    const sign = position[aside] >= centre[aside] ? 1 : -1;
    const edge = sign > 0 ? box.max[aside] + margin : box.min[aside] - margin;
    const first = Math.ceil((box.min[along] - 1.5 * margin) / step);
    const last = Math.floor((box.max[along] + 1.5 * margin) / step);
    const row: Label[] = [];
    for (let k = first; k <= Math.min(first + most, last); k++) {
      const value = k * step;
      const at = new Vector3();
      at.y = height;
      at[along] = value;
      at[aside] = edge;
      const p = view.toScreen(at);
      if (!p || p.x < left + 16 || p.x > right - 16 || p.y > bottom) continue;
      if (k === 0 && along === 'z') continue; // zero is said once
      const text = `${k === last ? `${along} ` : ''}${short(value)} m`;
      row.push({ key: `mark ${along} ${k}`, text, x: p.x, y: p.y + 9, side: 0, kind: 'mark' });
    }
    if (row.length > 1) labels.push(...row); // one alone measures nothing
  }
  return labels;
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(wanted: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(wanted, 1e-6)));
  return [1, 2, 5, 10].map((k) => k * unit).find((s) => s >= 0.8 * wanted) ?? unit;
}
const short = (value: number): string =>
  Math.abs(value) < 1e-9 ? '0' : String(Number(value.toPrecision(6))).replace('-', '−');
