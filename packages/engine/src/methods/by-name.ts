/** Methods by name, with their default options. */
import type { Method } from '../constraints/method.ts';
import { displacement } from './displacement/displacement.ts';
import { lagrange } from './lagrange/lagrange.ts';
import { local } from './local/local.ts';
import { reaction } from './reaction/reaction.ts';

/**
 * The methods by name, with their default options; `world.constrain` accepts the names too.
 * @example world.constrain(join(node(cube, 0), node(cube, 7)), { method: methods.lagrange });
 */
export const methods: Readonly<Record<string, Method>> = Object.fromEntries(
  [local, lagrange, displacement, reaction()].map((method) => [method.kind, method]),
);
