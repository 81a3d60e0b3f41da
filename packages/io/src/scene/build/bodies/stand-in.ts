/**
 * Bodies that stand in for faulty ones, so that what others say of them can be checked as well: the same nodes in the same
 * places, with any mass and no stiffness. Where the faults are in the shape itself, there is none.
 */
import type { Damage } from '../../file/damage.ts';
import type { BodyDef } from '../../schema.ts';

/** What says where the nodes of a body are. */
const shape = [
  'mesh',
  'positions',
  'on',
  'points',
  'curve',
  'count',
  'model',
  'place',
  'repeat',
  'position',
  'shape',
] as const;
/** Of these, one says it. */
const sources = [
  ['mesh', 'positions', 'on'],
  ['points', 'curve'],
] as const;
/** What else is looked into. */
const parts = ['regions', 'fixed', 'integrator', 'skin'] as const;

export function standIn(def: BodyDef, path: string, damage: Damage): BodyDef | undefined {
  const said = def as unknown as Readonly<Record<string, unknown>>;
  const isBad = (key: string): boolean => damage.isBad(`${path}.${key}`);
  if (shape.some(isBad) || sources.some((keys) => keys.filter((key) => said[key] !== undefined).length > 1))
    return undefined;
  const kept = (keys: readonly string[]) =>
    Object.fromEntries(keys.filter((key) => said[key] !== undefined && !isBad(key)).map((key) => [key, said[key]]));
  const common = { id: def.id, ...kept(shape) };
  const isSomewhere = [...sources.flat(), 'position', 'normal', 'radius', 'shape'].some(
    (key) => said[key] !== undefined,
  );
  if (!isSomewhere) return undefined;
  const made = substitutes[def.kind]?.({ common, kept, said, isBad });
  return made as BodyDef | undefined;
}

interface Source {
  readonly common: object;
  readonly said: Readonly<Record<string, unknown>>;
  isBad(key: string): boolean;
  kept(keys: readonly string[]): object;
}
const massPoints = ({ common, kept, said }: Source): object | undefined =>
  sources[0].some((key) => said[key] !== undefined)
    ? { kind: 'particles', mass: 1, ...common, ...kept([...parts, 'radius']) }
    : undefined;
/** By the kind of what they stand in for. */
const substitutes: Readonly<Record<string, (source: Source) => object | undefined>> = {
  'tet-springs': massPoints,
  'tet-fem': massPoints,
  particles: massPoints,
  ball: ({ common, kept }) => ({ kind: 'ball', mass: 1, radius: 1, ...common, ...kept(['integrator']) }),
  rigid: ({ common, kept }) => ({ kind: 'rigid', mass: 1, ...common, ...kept(['integrator']) }),
  superquadric: ({ common, kept }) => ({ kind: 'superquadric', mass: 1, ...common, ...kept(['integrator', 'grid']) }),
  plane: ({ common, kept }) => ({ kind: 'plane', normal: [0, 1, 0], ...common, ...kept(['normal', 'offset']) }),
  // whether it knows twist may be asked
  spline: ({ common, kept, said, isBad }) => ({
    kind: 'spline',
    ...{ EA: 1, EI: 1, rhoA: 1, diameter: 0.01 },
    ...(said.GJ !== undefined || said.shear !== undefined || isBad('GJ') || isBad('shear') ? { GJ: 1 } : {}),
    ...common,
    ...kept(['integrator']),
  }),
};
