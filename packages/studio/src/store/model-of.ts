/** What the worker says, as what the viewport draws. */
import type { Holds, SceneInfo } from '../protocol/protocol.ts';
import type { GlyphKind, Model, PointsModel } from '../viewer/model.ts';

/** Hues for bodies: each its own while they are few; of a crowd, one for each kind. */
export function modelOf(scene: SceneInfo): Model {
  const few = scene.bodies.length <= 8;
  return {
    shapes: scene.bodies.map((b, i) => ({ ...b, colour: b.colour ?? (few ? i : b.family) })),
    planes: scene.planes,
    camera: scene.view?.camera,
    target: scene.view?.target,
  };
}

/** Signs of constraints by their kinds: at points of bodies, and at places in the world. */
const signs: Readonly<Record<string, { readonly body: GlyphKind; readonly world: GlyphKind }>> = {
  nail: { body: 'nail', world: 'none' },
  fuse: { body: 'join', world: 'none' },
  distance: { body: 'pin', world: 'anchor' },
  within: { body: 'pin', world: 'anchor' },
  beyond: { body: 'contact', world: 'anchor' },
  above: { body: 'contact', world: 'none' },
  'on-plane': { body: 'slide', world: 'none' },
  'on-axis': { body: 'slide', world: 'none' },
  circle: { body: 'slide', world: 'anchor' },
  trajectory: { body: 'slide', world: 'none' },
  keyhole: { body: 'eye', world: 'eye' },
  nock: { body: 'contact', world: 'none' },
  // pearls are seen themselves
  pearl: { body: 'none', world: 'none' },
  contact: { body: 'none', world: 'none' },
};
function signOf(kind: string, inWorld: boolean, role: number): GlyphKind {
  if (kind === 'keyhole' && role === 0) return 'threaded';
  const own = signs[kind];
  if (own) return inWorld ? own.world : own.body;
  if (kind.startsWith('join')) return 'join';
  if (/^(on|in)-/.test(kind)) return 'slide';
  if (kind === 'angle' && role !== 1) return 'none'; // the arc at its vertex says it
  return inWorld ? 'anchor' : 'relation';
}

export function pointsOf(holds: Holds): PointsModel {
  const { owner, place, role, constraints } = holds;
  const glyphs = Array.from(owner, (o, i) => signOf(constraints[o].kind, place[i] >= 0, role[i]));
  return { ...holds, glyphs };
}
