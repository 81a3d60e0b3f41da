/** Contact of a scene as options of the world: ids of repeated bodies stand for all their copies. */
import type { BodyContact, ContactOptions, World } from '@pliant/engine';
import type { SceneDef } from '../schema.ts';
import type { Cast } from './cast.ts';

export function contactOptions({ contact }: SceneDef, cast: Cast): ContactOptions | undefined {
  if (contact === undefined || contact === false) return undefined;
  if (contact === true) return {};
  const idsOf = (id: string, path: string): string[] => cast.find(id, path)?.map(({ body }) => body.id) ?? [];
  const bodies: Record<string, BodyContact> = {};
  for (const [id, { collides, ...own }] of Object.entries(contact.bodies ?? {})) {
    const path = `contact.bodies.${id}`;
    const list = Array.isArray(collides)
      ? collides.flatMap((other, k) => idsOf(other, `${path}.collides[${k}]`))
      : collides;
    for (const one of idsOf(id, path))
      bodies[one] = { ...(own as BodyContact), ...(list === undefined ? {} : { collides: list }) };
  }
  const pairs = (contact.pairs ?? []).flatMap(({ bodies: both, ...own }, k) => {
    const [a, b] = both.map((id, side) => idsOf(id, `contact.pairs[${k}].bodies[${side}]`));
    // a body named twice touches itself; copies named twice touch each other
    const itself = a.length === 1 && b.length === 1;
    return a.flatMap((one) =>
      b
        .filter((other) => itself || other !== one)
        .map((other) => ({ bodies: [one, other] as [string, string], ...own })),
    );
  });
  const { thickness, tolerance, friction, restitution } = contact;
  return {
    ...(thickness === undefined ? {} : { thickness }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(friction === undefined ? {} : { friction }),
    ...(restitution === undefined ? {} : { restitution }),
    bodies,
    pairs,
  } as ContactOptions;
}

/** Pairs that start too close, as one sentence each. */
export function overlapSentences(world: World): string[] {
  return world
    .overlaps()
    .map(
      ({ a, b, depth }) =>
        `"${a}" and ${a === b ? 'itself' : `"${b}"`} start ${depth === Infinity ? 'inside each other. Move them apart.' : `${Number(depth.toPrecision(3))} m too close; they separate slowly. Move them apart, or give a smaller thickness.`}`,
    );
}
