/** Points of deformable superquadrics, by their material coordinates in degrees. */
import { type Anchor, type Body, isSuperquadric, surfacePatch } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import { refusalAt } from '../../file/refusals.ts';
import type { AnchorDef } from '../../schema.ts';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The point, or the mean of the points, on every body named. */
export function surfaceAnchors(
  { uvDegrees, attach }: NonNullable<AnchorDef['surface']>,
  path: string,
  bodies: readonly Body[],
  faults: Faults,
): Anchor[] | undefined {
  const places = (typeof uvDegrees[0] === 'number' ? [uvDegrees] : uvDegrees) as [number, number][];
  const made = bodies.map((body) => {
    if (!isSuperquadric(body)) {
      faults.add(
        `${path}.surface`,
        `body "${body.id}" is ${body.kind}, and only superquadrics have "surface". Select "nodes".`,
      );
      return undefined;
    }
    const uv = places.map(([u, v]): [number, number] => [radians(u), radians(v)]);
    return faults.try(refusalAt(`${path}.surface.uvDegrees`, {}), () => surfacePatch(body, uv, attach));
  });
  return made.every((one) => one !== undefined) ? (made as Anchor[]) : undefined;
}
