/** The colliders of a world, and what cannot touch: refused with a reason. */
import { advice } from '../base/suggest.ts';
import type { Body } from '../bodies/body.ts';
import { isRod } from '../bodies/rod/spline.ts';
import type { Placed } from '../forces/placed.ts';
import { longestSide } from '../geometry/longest-side.ts';
import { type Collider, colliderOf, encloses, isMovable } from './collider/collider.ts';
import { touchingWithSkin } from './collider/skin-form.ts';
import { type ContactOptions, contactFault, type Materials, thicknessPart } from './options.ts';

/** A body that bends and is thin: a sheet, a chain of springs, a rope. It touches itself unless options say otherwise. */
const isThin = ({ body }: Placed): boolean =>
  isRod(body) || (!!body.mesh?.edges.length && body.mesh.tets.length === 0 && !body.mesh.hexes?.length);
/** A body whose parts move against each other. */
const isSoft = ({ body }: Placed): boolean => !body.contactForm && body.nodeCount > 1;

export interface CollidersOfWorld {
  readonly colliders: readonly Collider[];
  readonly thickness: number;
  /** of each body: whether it touches others or itself, and whether it touches itself */
  readonly touching: readonly boolean[];
  readonly itself: readonly boolean[];
}
/** Colliders of all bodies, in scene order; without features where a body touches nothing. */
export function collidersOf(given: readonly Placed[], options: ContactOptions, materials: Materials): CollidersOfWorld {
  const placed = given.map((one) =>
    options.bodies?.[one.body.id]?.surface === 'skin' ? { ...one, body: touchingWithSkin(one.body) } : one,
  );
  refuseUnknown(placed, options);
  const itself = placed.map((one, a) => isSoft(one) && materials.meetsItself(a, isThin(one)));
  const touching = placed.map((_, a) => itself[a] || placed.some((_o, b) => a !== b && materials.meets(a, b)));
  const thickness = options.thickness ?? thicknessPart * smallest(placed.filter((_, k) => touching[k]));
  const colliders = placed.map((one, index) => {
    if (touching[index]) refuseUnfit(one);
    const shown = touching[index] ? one : { ...one, body: { ...one.body, mesh: undefined, nodeCount: 0 } };
    return colliderOf(shown as Placed, index, thickness, options.bodies?.[one.body.id]?.radius);
  });
  refuseMixed(placed, materials);
  colliders.forEach((collider, k) => {
    if (touching[k]) refuseThick(collider, thickness);
  });
  return { colliders, thickness, touching, itself };
}

/** Ids of bodies that are not there, and what bodies cannot have. */
function refuseUnknown(placed: readonly Placed[], { bodies = {}, pairs = [] }: ContactOptions): void {
  const known = new Map(placed.map((one) => [one.body.id, one]));
  const demand = (field: string, id: string): void => {
    if (!known.has(id)) throw contactFault(field, `body "${id}" is not in the world: ${advice(id, known.keys())}`);
  };
  for (const [id, { collides, radius, self }] of Object.entries(bodies)) {
    demand(`bodies.${id}`, id);
    if (typeof collides === 'object')
      for (const [k, other] of collides.entries()) demand(`bodies.${id}.collides[${k}]`, other);
    const one = known.get(id) as Placed;
    const kind = `body "${id}" is of kind "${one.body.kind}"`;
    if (self && !isSoft(one))
      throw contactFault(`bodies.${id}.self`, `${kind}, which never touches itself. Leave it out.`);
    if (radius !== undefined && one.body.contactForm)
      throw contactFault(`bodies.${id}.radius`, `${kind}, which touches with its own surface. Leave it out.`);
  }
  pairs.forEach(({ bodies: both }, k) => {
    both.forEach((id, side) => {
      demand(`pairs[${k}].bodies[${side}]`, id);
    });
  });
}

function refuseUnfit(placed: Placed): void {
  const { body, integrator } = placed;
  const { id } = body;
  const remedy = `To take it out of contact: contact.bodies.${id}: { "collides": false }`;
  if (body.contactForm?.kind === 'half-space') return;
  if (body.contactForm?.kind === 'none')
    throw contactFault('bodies', `body "${id}" cannot touch: ${body.contactForm.why} ${remedy}.`);
  if (isRod(body)) {
    if (body.cuts)
      throw contactFault(
        'bodies',
        `rod "${id}" is cut: its material moves along its coordinates, and friction would not act on it. Leave "cuts" out. ${remedy}.`,
      );
    if (isMovable(body) && integrator.solved !== 'dynamic')
      throw contactFault(
        'bodies',
        `rod "${id}" moves under "${integrator.kind}"; rods touch others under "backward-euler". ${remedy}.`,
      );
    return;
  }
  if (!body.contactForm && (body.curved || body.inverseMass.apply || body.points))
    throw contactFault(
      'bodies',
      `body "${id}" has coordinates that are no points; contact touches bodies of nodes, rods, rigid bodies, superquadrics and planes. ${remedy}.`,
    );
  if (!body.contactForm && body.nodeCount === 0) throw contactFault('bodies', `body "${id}" has no nodes. ${remedy}.`);
  if (integrator.solved === 'dynamic' && !body.contactForm) return;
  // several stages: momenta at both ends of the step add up where a body without forces keeps its own
  const isKnown = integrator.driftsFrom || (integrator.stagesFrom && (!body.curved || body.curved.drift));
  if (isMovable(body) && !isKnown)
    throw contactFault(
      'bodies',
      `body "${id}" moves under "${integrator.kind}", which contact does not know; give it "verlet", "velocity-verlet" or "euler-cromer"${body.contactForm ? '' : ', or "backward-euler"'}. ${remedy}.`,
    );
}

/** Schemes of several stages push at the end of a step again, when a step that is a solve is made. */
function refuseMixed(placed: readonly Placed[], materials: Materials): void {
  placed.forEach(({ body, integrator }, a) => {
    if (!integrator.stagesFrom || !isMovable(body)) return;
    const b = placed.findIndex((other, k) => other.integrator.solved === 'dynamic' && materials.meets(a, k));
    if (b >= 0 && !placed[b].body.contactForm)
      throw contactFault(
        'bodies',
        `body "${body.id}" moves under "${integrator.kind}" and touches "${placed[b].body.id}", which moves under "${placed[b].integrator.kind}". Give it "verlet", or let them pass: contact.pairs: [{ "bodies": ["${body.id}", "${placed[b].body.id}"], "collides": false }].`,
      );
  });
}

/** How long the smallest body that is no plane is, m. It does not depend on where it is or how it is turned. */
function smallest(placed: readonly Placed[]): number {
  let least = Infinity;
  for (const { body } of placed) {
    const size = sizeOf(body);
    if (size > 0) least = Math.min(least, size);
  }
  return Number.isFinite(least) ? least : 1;
}
function sizeOf(body: Body): number {
  if (isRod(body)) return body.restLength;
  const { mesh, longestSide: own, radius = 0 } = body;
  if (!mesh?.positions.length) return 0;
  if (own !== undefined) return own;
  const isClosed = mesh.tets.length > 0 || !!mesh.hexes?.length || encloses(body);
  return Math.max(2 * radius, longestSide({ ...mesh, isClosed }));
}

/** A body that is thinner than twice the thickness has lost its shape. */
function refuseThick({ placed: { body }, core }: Collider, thickness: number): void {
  const { contactForm, mesh } = body;
  if (!contactForm || !core.triangles.length) return;
  const x = contactForm.kind === 'rigid' ? contactForm.corners.positions : (mesh?.positions ?? []);
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let k = axis; k < x.length; k += 3) [low, high] = [Math.min(low, x[k]), Math.max(high, x[k])];
    if (thickness > 0.5 * (high - low))
      throw contactFault(
        'thickness',
        `${thickness} m is more than half of a side of body "${body.id}" (${Number((high - low).toPrecision(4))} m). Give a smaller thickness.`,
      );
  }
}
