/** Rigid boxes, and joints between them. */
import { type Rigid, type RigidOptions, rigid } from '../../packages/engine/src/bodies/rigid/rigid.ts';
import type { ConstraintSpec } from '../../packages/engine/src/constraints/constraint.ts';
import { constraintKinds } from '../../packages/engine/src/constraints/kinds/registry.ts';
import type { World } from '../../packages/engine/src/world/world.ts';

export type Triple = [number, number, number];
/** As a point the origin, as gravity none. */
export const none: Triple = [0, 0, 0];

/** Adds a joint as a scene does, part by part. */
export function joint(world: World, kind: string, given: Record<string, unknown>, id = kind): void {
  const place = (body: string) => world.coordinates(body);
  const made = constraintKinds()
    .get(kind)
    ?.make(given as never, { start: place, now: place, begins: true }) as ConstraintSpec | ConstraintSpec[];
  for (const spec of Array.isArray(made) ? made : [made])
    world.constrain(spec, { id: spec.part ? `${id}/${spec.part}` : id });
}

/** Of 1.5 kg, flat. */
export const flatBox = (id: string, options: Partial<RigidOptions> = {}): Rigid =>
  rigid({ id, shape: { kind: 'box', size: [0.4, 0.1, 0.2] }, mass: 1.5, ...options });

/** Of 2 kg. */
export const bar = (id: string, size: Triple, options: Partial<RigidOptions> = {}): Rigid =>
  rigid({ id, shape: { kind: 'box', size }, mass: 2, ...options });

/** How far a body is turned about z, within half a turn. */
export function turnedBy(world: World, id: string): number {
  const [w, , , z] = world.coordinates(id).slice(3);
  return 2 * Math.atan2(z, w);
}
