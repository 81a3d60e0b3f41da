/** Methods by name, with their default options. */
import type { Method } from '../constraints/method.ts';
import { methodKinds } from './index.ts';

/**
 * The methods by name, with their default options; `world.constrain` accepts the names too.
 * @example world.constrain(join(node(cube, 0), node(cube, 7)), { method: methods.lagrange });
 */
export const methods: Readonly<Record<string, Method>> = Object.fromEntries(
  Object.values(methodKinds).map(({ kind, make }) => [kind, make({})]),
);
