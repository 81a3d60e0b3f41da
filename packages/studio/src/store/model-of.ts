/** What the worker says, as what the viewport draws. */
import type { ConstraintInfo, Holds, SceneInfo } from '../protocol/protocol.ts';
import type { GlyphKind, Model, PointsModel } from '../viewer/model.ts';

/** Hues for bodies: each its own while they are few; of a crowd, one for each kind. */
export function modelOf(scene: SceneInfo): Model {
  const few = scene.bodies.length <= 8;
  return {
    shapes: scene.bodies.map((b, i) => ({ ...b, colour: b.colour ?? (few ? i : b.family) })),
    planes: scene.planes,
    camera: scene.view?.camera,
    up: scene.up,
    target: scene.view?.target,
  };
}

/** The sign at a point of a constraint: on a body, or in the world. */
function signOf({ glyph }: ConstraintInfo, inWorld: boolean, role: number): GlyphKind {
  const { body, world, first, only } = glyph ?? { body: 'relation', world: 'anchor' };
  if (first !== undefined && role === 0) return first as GlyphKind;
  if (only !== undefined && role !== only) return 'none';
  return (inWorld ? world : body) as GlyphKind;
}

export function pointsOf(holds: Holds): PointsModel {
  const { owner, place, role, constraints } = holds;
  const glyphs = Array.from(owner, (o, i) => signOf(constraints[o], place[i] >= 0, role[i]));
  return { ...holds, glyphs };
}
