/** How something slides, from what is given of it. */
import type { SliderOptions } from '../../../anchors/spline-slider.ts';
import type { PathDef } from '../../../paths/path.ts';
import { type Driven, misfit } from '../constraint-kind.ts';

export interface SlidingGiven {
  readonly friction: number | undefined;
  readonly coulomb: number | undefined;
  readonly drive: number | undefined;
  readonly slide: Driven | undefined;
  readonly ends: 'release' | 'stop' | undefined;
  readonly inertia: number | undefined;
  readonly drum?: boolean | undefined;
}

/** Without what is there but undefined. */
export const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** starts: where it is at first; it runs 0 to `spans` along `what` */
export function slidingOf(
  { friction, coulomb, drive, slide, ends, inertia, drum }: SlidingGiven,
  starts: readonly number[],
  spans: number,
  what: string,
): SliderOptions {
  if (slide === undefined) return defined({ friction, coulomb, drive, ends, inertia, drum });
  for (const [field, value] of Object.entries({ friction, coulomb, drive }))
    if (value !== undefined)
      throw misfit(field, `its place is given by "slide", so "${field}" has no effect. Leave one of them out.`);
  const values = typeof slide === 'number' ? [slide] : slide.values;
  const beyond = values.find((u) => u > spans);
  if (beyond !== undefined) throw misfit('slide', `${beyond} is beyond the ends of ${what} (u runs 0 to ${spans}).`);
  const other = starts.find((u) => Math.abs(u - values[0]) > 1e-9);
  if (other !== undefined)
    throw misfit(
      'slide',
      `begins at u = ${values[0]}, but the point is at ${Number(other.toPrecision(6))}; begin there.`,
    );
  const imposed: PathDef = {
    kind: typeof slide === 'number' ? 'linear' : slide.kind,
    times: typeof slide === 'number' ? [0] : slide.times,
    points: values.map((u) => [u, 0, 0] as const),
    ...(typeof slide === 'number' ? {} : defined({ loop: slide.loop })),
  };
  return { ...defined({ ends, inertia }), imposed };
}
