/** The fit of a scene: markers as anchors, bodies by their ids in the world. */
import { type Anchor, isSuperquadric } from '@pliant/engine';
import type { Faults } from '../file/faults.ts';
import type { FitDef } from '../schema/fit.ts';
import type { Cast } from './cast.ts';

export interface FitParts {
  readonly markers: readonly { readonly name: string; readonly anchor: Anchor }[];
  readonly points: readonly { readonly names: string; readonly bodies?: readonly string[] }[];
}

export function makeFit(def: FitDef, cast: Cast, faults: Faults): FitParts {
  const names = new Map<string, number>();
  const markers = (def.markers ?? []).flatMap(({ name, point }, i) => {
    const path = `fit.markers[${i}]`;
    const twin = names.get(name);
    if (twin !== undefined)
      faults.add(`${path}.name`, `"${name}" is fit.markers[${twin}] already; a marker has one point.`);
    names.set(name, i);
    const anchors = cast.anchors(point, `${path}.point`);
    if (!anchors) return [];
    const [anchor] = anchors;
    const member = cast.members.find(({ body }) => body.id === anchor?.body);
    if (anchors.length !== 1 || !member || !isSuperquadric(member.body)) {
      faults.add(`${path}.point`, 'a marker is one point of one superquadric; give its "body" and "surface".');
      return [];
    }
    return [{ name, anchor }];
  });
  const points = (def.points ?? []).map(({ names: pattern, bodies }, i) => {
    if (!bodies) return { names: pattern };
    const ids = bodies.flatMap((id, k) => {
      const path = `fit.points[${i}].bodies[${k}]`;
      const members = cast.find(id, path) ?? [];
      if (members.some(({ body }) => !isSuperquadric(body)))
        faults.add(path, `body "${id}" is no superquadric, and only superquadrics are fitted.`);
      return members.map(({ body }) => body.id);
    });
    return { names: pattern, bodies: ids };
  });
  return { markers, points };
}
