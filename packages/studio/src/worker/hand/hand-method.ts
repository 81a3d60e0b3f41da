/** How a hand can hold a body. */
import { type Body, displacement, lagrange, local, type Method, penalty, type World } from '@pliant/engine';

/** Whether a body has its constraints in its own solve. */
export const isSolved = (world: World, body: string): boolean => world.integratorOf(body).solved !== undefined;

/** Frequency in a step, and damping ratio, of a hand that pulls a node. */
const spring = { inStep: 0.4, damping: 0.5 };

/**
 * Nodes that may touch others are pulled by a spring: a nail that goes into the floor would ask for what contacts forbid. Bodies under backward-euler or quasi-static have their constraints in their solve (with contact they are pulled by a tether); where masses are not points', `local`
 * has no say. Points that are held together are under one method with the same options, so those of the scene are taken.
 */
export function methodFor(world: World, body: Body): Method {
  if (world.hasContact && !isSolved(world, body.id) && !body.inverseMass.apply)
    return penalty({ omega: spring.inStep / world.h, damping: spring.damping });
  const usual = isSolved(world, body.id) ? displacement : body.inverseMass.apply ? lagrange : local;
  const isLike = ({ kind }: Method): boolean => usual !== local && kind === usual.kind;
  return world.constraints.find(({ method }) => isLike(method))?.method ?? usual;
}
