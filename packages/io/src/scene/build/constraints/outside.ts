/** Nodes of a scene that are kept out of a model. Those that start inside would be thrown out, and are refused. */
import { type ConstraintSpec, type Model, outside } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { ConstraintDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';
import { pointOf } from './targets.ts';

/** Deeper than this at the start, m, is no rounding. */
const overlap = 1e-9;

export function outsideSpec(
  def: Extract<ConstraintDef, { kind: 'outside' }>,
  path: string,
  cast: Cast,
  faults: Faults,
): ConstraintSpec | undefined {
  const anchors = cast.anchors(def.a, `${path}.a`);
  const members = cast.find(def.model, `${path}.model`);
  if (!anchors || !members) return undefined;
  const other = members.find(({ body }) => body.kind !== 'model');
  if (other || members.length !== 1) {
    const why = other
      ? `body "${other.body.id}" is a ${other.body.kind}`
      : `"${def.model}" are ${members.length} bodies`;
    faults.add(`${path}.model`, `${why}; name one body of kind "model".`);
    return undefined;
  }
  const spec = faults.try(`${path}.a`, () => outside(anchors, members[0].body as Model));
  if (!spec) return undefined;
  const plane = new Float64Array(4);
  for (const anchor of anchors) {
    const [x, y, z] = pointOf(anchor, (id) => cast.start(id));
    const depth = spec.obstacle?.planeAt(x, y, z, plane) ?? 0;
    if (!(depth > overlap)) continue;
    faults.add(
      `${path}.a`,
      `node ${anchor.blocks[0] / 3} of body "${anchor.body}" starts ${Number(depth.toPrecision(3))} m inside "${def.model}" and would be thrown out. Move one of them.`,
    );
    return undefined;
  }
  return spec;
}
