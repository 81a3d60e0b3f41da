/** What the viewport tells, and how it is to draw. */
import type { Triple } from './model.ts';

export interface ViewportEvents {
  grab?(node: number, to: Triple): void;
  /** while `choosing`: a node was clicked */
  choose?(node: number): void;
  drag?(to: Triple): void;
  drop?(): void;
  /** over a point of a constraint, or over nothing */
  hover?(point: { readonly index: number; readonly x: number; readonly y: number } | undefined): void;
  /** over the arrow of a force between two bodies that touch, by their names, or over none */
  hoverContact?(pair: { readonly name: string; readonly x: number; readonly y: number } | undefined): void;
  /** what was last handed in is on the screen */
  shown?(): void;
  /** the scale of the arrows has changed */
  scale?(legend: readonly { readonly newtons: number; readonly pixels: number }[]): void;
}

/** Where the camera is and what it looks at, m. */
export interface View {
  readonly camera: Triple;
  readonly target: Triple;
}

export interface ViewportOptions {
  readonly events?: ViewportEvents;
  /** auto: shadows and fine pixels while the machine keeps up, smooth edges with a graphics card; high: all of it; low: none */
  readonly quality?: 'auto' | 'high' | 'low';
}
