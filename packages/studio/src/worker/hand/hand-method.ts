/** How a hand can hold a body. */
import { type Body, displacement, lagrange, local, type Method, type World } from '@pliant/engine';

/** Whether a body has its constraints in its own solve. */
export const isSolved = (world: World, body: string): boolean => world.integratorOf(body).solved !== undefined;

/**
 * Bodies under backward-euler or quasi-static have their constraints in their solve; where masses are not points', `local`
 * has no say. Points that are held together are under one method with the same options, so those of the scene are taken.
 */
export function methodFor(world: World, body: Body): Method {
  const usual = isSolved(world, body.id) ? displacement : body.inverseMass.apply ? lagrange : local;
  const isLike = ({ kind }: Method): boolean => usual !== local && kind === usual.kind;
  return world.constraints.find(({ method }) => isLike(method))?.method ?? usual;
}
