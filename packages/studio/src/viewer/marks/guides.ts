/** Curves of the world that points slide along, as thin lines. */
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';
import type { Theme } from '../stage/theme.ts';

export class Guides {
  readonly object = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.55, depthWrite: false }),
  );

  constructor() {
    this.object.frustumCulled = false;
  }
  paint(theme: Theme): void {
    this.object.material.color.set(theme.ink);
  }
  /** lines: x y z of points along each */
  set(lines: readonly Float32Array[]): void {
    const ends: number[] = [];
    for (const line of lines) for (let k = 0; k + 6 <= line.length; k += 3) ends.push(...line.subarray(k, k + 6));
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(Float32Array.from(ends), 3),
    );
    this.object.visible = ends.length > 0;
  }
  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
