/** Points on lines, triangles, tets and surfaces of bodies. */
import { type Anchor, type Body, type ConstraintSpec, inTet, onLine, onSurface, onTriangle } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { ConstraintDef } from '../../schema.ts';
import type { Cast } from '../cast.ts';

type OnDef = ConstraintDef & { kind: 'on-line' | 'on-triangle' | 'in-tet' | 'on-surface' };

/** What the paper means by lying on something is to be free along it. In a tet there is no along: points stay put. */
export const modeDefaults = {
  'on-line': 'slide',
  'on-triangle': 'slide',
  'on-surface': 'slide',
  'in-tet': 'stick',
} as const;

export function onSpec(def: OnDef, path: string, cast: Cast, faults: Faults): ConstraintSpec | undefined {
  const anchors = cast.anchors(def.a, `${path}.a`);
  const made = gripping(def, path, cast, faults);
  if (!anchors || !made) return undefined;
  const specs = anchors.map(made);
  return { ...specs[0], members: specs.flatMap(({ members }) => members) };
}

/** Of a point, the constraint that holds it there. */
function gripping(
  def: OnDef,
  path: string,
  cast: Cast,
  faults: Faults,
): ((point: Anchor) => ConstraintSpec) | undefined {
  const mode = def.mode ?? modeDefaults[def.kind];
  if (def.kind === 'on-surface') {
    const body = surfaceOf(def.surface, `${path}.surface`, cast, faults);
    return body && ((point) => onSurface(point, body, mode));
  }
  const [key, selection, count] =
    def.kind === 'on-line'
      ? (['line', def.line, 2] as const)
      : def.kind === 'on-triangle'
        ? (['triangle', def.triangle, 3] as const)
        : (['tet', def.tet, 4] as const);
  const picked = cast.pick(selection, `${path}.${key}`);
  if (!picked) return undefined;
  const [{ body, nodes }] = picked;
  if (picked.length > 1 || nodes.length !== count) {
    const all = picked.reduce((sum, p) => sum + p.nodes.length, 0);
    const of = picked.length > 1 ? `${picked.length} bodies` : `body "${body.id}"`;
    faults.add(`${path}.${key}`, `selects ${all} nodes of ${of}; a ${key} has ${count}, all of one body.`);
    return undefined;
  }
  const [a, b, c, d] = nodes;
  if (count === 2) return (point) => onLine(point, body, [a, b], mode);
  if (count === 3) return (point) => onTriangle(point, body, [a, b, c], mode);
  return (point) => inTet(point, body, [a, b, c, d], mode);
}

function surfaceOf(id: string, path: string, cast: Cast, faults: Faults): Body | undefined {
  const found = cast.find(id, path);
  if (!found) return undefined;
  const [{ body }] = found;
  if (found.length > 1) {
    faults.add(path, `"${id}" are ${found.length} bodies; a surface is of one, such as "${body.id}".`);
    return undefined;
  }
  if (body.mesh?.triangles.length) return body;
  const others = cast.members.filter((m) => m.body.mesh?.triangles.length).map((m) => `"${m.body.id}"`);
  const there = others.length
    ? `choose one made of tets or triangles: ${others.slice(0, 6).join(', ')}`
    : 'no body of this scene has one: give it tets or triangles';
  faults.add(path, `body "${id}" is ${body.kind} without a surface; ${there}.`);
  return undefined;
}
