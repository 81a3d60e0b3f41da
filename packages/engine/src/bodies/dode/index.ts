/** The models there are, by name. */
import { cubic } from './cubic.ts';
import type { Dode } from './dode.ts';
import { massSpring } from './mass-spring.ts';

export const dodes: Readonly<Record<string, Dode>> = Object.fromEntries([cubic, massSpring].map((d) => [d.name, d]));
