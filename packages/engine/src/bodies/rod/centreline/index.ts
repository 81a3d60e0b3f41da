/** All models of a centreline, by name. */

import type { Centreline } from './centreline.ts';
import { cubic, cubicPaper } from './cubic.ts';
import { massSpring } from './mass-spring.ts';

export const centrelines: Readonly<Record<string, Centreline>> = Object.fromEntries(
  [cubic, massSpring, cubicPaper].map((d) => [d.name, d]),
);
