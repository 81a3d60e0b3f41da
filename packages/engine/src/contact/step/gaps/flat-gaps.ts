/**
 * True gaps of many rows at once. Those between spheres, and of spheres on half spaces, are worked out from flat lists: rows are objects with lists of their own, and of
 * 3000 of them, more than a cache holds, a gap takes a microsecond. Others are asked one by one.
 */
import type { Collider } from '../../collider/collider.ts';
import { grown } from '../../coulomb/impulse-rows.ts';
import { gapOf } from '../../detect/gap.ts';
import type { Pose, Row } from '../../detect/row.ts';
import type { Island } from '../islands.ts';

/** Of each row: radii, or normal and offset + radius. */
const stride = 4;

export class FlatGaps {
  #rows: readonly Row[] = [];
  /** first coordinates of both centres; -1: a half space, -2: none of these   (2 each) */
  #centres = new Int32Array(0);
  #numbers = new Float64Array(0);

  begin({ rows, places }: Island): void {
    this.#rows = rows;
    this.#centres = grown(this.#centres, 2 * rows.length);
    this.#numbers = grown(this.#numbers, stride * rows.length);
    const [centres, numbers] = [this.#centres, this.#numbers];
    if (!rows.length) return;
    const { ball, unit, body, radius, colliders } = rows[0].memory;
    for (let i = 0; i < rows.length; i++) {
      const place = places[i];
      const at = stride * i;
      centres[2 * i] = unit[2 * place];
      centres[2 * i + 1] = ball[place] ? unit[2 * place + 1] : -2;
      numbers[at] = radius[place];
      if (centres[2 * i + 1] !== -1) continue;
      const { normal, offset } = colliders[body[2 * place + 1]].halfSpace as NonNullable<Collider['halfSpace']>;
      for (let k = 0; k < 3; k++) numbers[at + k] = normal[k];
      numbers[at + 3] = offset + radius[place];
    }
  }
  /** Gaps where the bodies are, less those that are wanted, into every third number of out; returns how much the worst one lacks. */
  lacking(pose: Pose, wanted: Float64Array, out: Float64Array): number {
    const [centres, numbers, rows, q] = [this.#centres, this.#numbers, this.#rows, pose.coordinates];
    let worst = 0;
    for (let i = 0, at = 0; i < rows.length; i++, at += stride) {
      const a = centres[2 * i];
      const b = centres[2 * i + 1];
      let gap: number;
      if (b >= 0) {
        const x = q[a] - q[b];
        const y = q[a + 1] - q[b + 1];
        const z = q[a + 2] - q[b + 2];
        gap = Math.sqrt(x * x + y * y + z * z) - numbers[at];
      } else if (b === -1)
        gap = numbers[at] * q[a] + numbers[at + 1] * q[a + 1] + numbers[at + 2] * q[a + 2] - numbers[at + 3];
      else gap = gapOf(rows[i], pose);
      out[3 * i] = gap - wanted[i];
      if (wanted[i] - gap > worst) worst = wanted[i] - gap;
    }
    return worst;
  }
}
