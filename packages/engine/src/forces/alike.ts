/** Neighbours that are alike but for where they are, as copies of a body: what holds for one of them holds for all. */
import type { Placed } from './placed.ts';

type Follower = Pick<Placed, 'body' | 'integrator'>;

/** They share everything but their ids, meshes and starts. */
export const areAlike = (a: Follower, b: Follower): boolean =>
  a.integrator === b.integrator &&
  a.body.elements === b.body.elements &&
  a.body.inverseMass === b.body.inverseMass &&
  a.body.drag === b.body.drag &&
  a.body.kind === b.body.kind &&
  a.body.coordinates === b.body.coordinates &&
  a.body.velocities === b.body.velocities &&
  a.body.nodeCount === b.body.nodeCount &&
  a.body.curved === b.body.curved &&
  a.body.points === b.body.points &&
  a.body.flow === b.body.flow &&
  a.body.mass === b.body.mass &&
  a.body.applyM === b.body.applyM &&
  a.body.state === b.body.state &&
  a.body.motion === b.body.motion &&
  a.body.turning === b.body.turning;

/** The first of each run of neighbours that are alike. */
export function firstOfAlike<T extends Follower>(all: readonly T[]): T[] {
  const firsts: T[] = [];
  for (let i = 0; i < all.length; i++) if (i === 0 || !areAlike(all[i - 1], all[i])) firsts.push(all[i]);
  return firsts;
}
