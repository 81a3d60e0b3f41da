/** Contact of a world: who touches whom, how thick surfaces are, friction and restitution. */
import { checkOptions, either, flag, list, number, numbers, object, oneOf, required } from '../base/options.ts';
import { type Refusal, refusing } from '../base/refusal.ts';

/**
 * Friction: one coefficient, or that at rest and that in motion.
 * @example const rubber: Friction = [0.9, 0.7];
 */
export type Friction = number | readonly [atRest: number, inMotion: number];

/**
 * How one body touches others.
 * @example const ice: BodyContact = { friction: 0.03 };
 */
export interface BodyContact {
  readonly friction?: Friction;
  readonly restitution?: number;
  /** whether it touches others at all, or the ids of those that it touches */
  readonly collides?: boolean | readonly string[];
  /**
   * whether it touches itself: of a body that bends. Sheets and ropes do if nothing is given. Solids and points do not: few of them can
   * reach themselves, and every part of their surface would be looked at in every step.
   */
  readonly self?: boolean;
  /** m: of a rope, whose edges are as thick, or of points */
  readonly radius?: number;
  /** what it touches others with: the surface of its mesh if not given, or its skin, which takes more time */
  readonly surface?: 'mesh' | 'skin';
}
/**
 * How two bodies touch each other, instead of what follows from each.
 * @example const pair: PairContact = { bodies: ['puck', 'ice'], friction: 0.02 };
 */
export interface PairContact {
  readonly bodies: readonly [string, string];
  readonly friction?: Friction;
  readonly restitution?: number;
  readonly collides?: boolean;
}
/**
 * Options of contact in a world. Friction of a pair is the geometric mean of both bodies, restitution the larger one.
 * @example const options: ContactOptions = { friction: 0.5, bodies: { ball: { restitution: 0.8 } } };
 */
export interface ContactOptions {
  /** m: how far apart meshes keep; a thousandth of the smallest body if not given */
  readonly thickness?: number;
  /** of bodies that say nothing else */
  readonly friction?: Friction;
  readonly restitution?: number;
  /**
   * relative residual to which impulses of heaps of more than 100 contacts are solved, up to 0.1; 1e-10 if not given, as all others are. Larger ones are much
   * faster: gaps are kept all the same, and forces have as many digits.
   */
  readonly tolerance?: number;
  /** by body id */
  readonly bodies?: Readonly<Record<string, BodyContact>>;
  readonly pairs?: readonly PairContact[];
}
/**
 * What contact uses for options that are not given.
 * @example createWorld({ contact: { ...contactDefaults, restitution: 0.3 } })
 */
export const contactDefaults = { friction: 0.5, restitution: 0 } as const;

/** Of the size of the smallest body, where no thickness is given. */
export const thicknessPart = 1e-3;

/** A refusal at a field of the contact options. */
export const contactFault = (field: string, fact: string): Refusal => refusing({ of: 'contact' })(field, fact);

export function checkContact(options: ContactOptions): void {
  checkOptions('contact', options, {
    thickness: number,
    tolerance: number,
    friction: either(number, numbers),
    restitution: number,
    bodies: object,
    pairs: list,
  });
  const { thickness, tolerance } = options;
  if (tolerance !== undefined && !(tolerance >= 1e-10 && tolerance <= 0.1))
    throw contactFault('tolerance', `${tolerance}; give a number from 1e-10, which is exact, to 0.1.`);
  if (thickness !== undefined && !(thickness > 0 && Number.isFinite(thickness)))
    throw contactFault('thickness', `${thickness} m; it must be positive.`);
  checkMaterial(options, '');
  for (const [id, body] of Object.entries(options.bodies ?? {})) checkBody(`bodies.${id}`, body);
  (options.pairs ?? []).forEach((pair, k) => {
    checkPair(`pairs[${k}]`, pair);
  });
}
const material = { friction: either(number, numbers), restitution: number };
const areTexts = (list: readonly unknown[]): boolean => list.every((one) => typeof one === 'string');

function checkBody(at: string, body: BodyContact): void {
  checkOptions(`contact.${at}`, body, {
    ...material,
    collides: either(flag, list),
    self: flag,
    radius: number,
    surface: oneOf('mesh', 'skin'),
  });
  const { collides, radius, surface, self } = body;
  checkMaterial(body, `${at}.`);
  if (collides !== undefined && typeof collides !== 'boolean' && !areTexts(collides))
    throw contactFault(`${at}.collides`, 'give true, false or a list of ids of bodies.');
  if (radius !== undefined && !(radius > 0 && Number.isFinite(radius)))
    throw contactFault(`${at}.radius`, `${radius} m; it must be positive.`);
  if (surface === 'skin' && self)
    throw contactFault(`${at}.self`, 'a skin does not touch itself. Leave it out, or "surface".');
}
function checkPair(at: string, pair: PairContact): void {
  checkOptions(`contact.${at}`, pair, { ...material, bodies: required(list), collides: flag });
  if (pair.bodies.length !== 2 || !areTexts(pair.bodies)) throw contactFault(`${at}.bodies`, 'give two ids of bodies.');
  checkMaterial(pair, `${at}.`);
  const { friction, restitution, collides } = pair;
  if (friction === undefined && restitution === undefined && collides === undefined)
    throw contactFault(
      at,
      `it says nothing of "${pair.bodies[0]}" and "${pair.bodies[1]}"; give "friction", "restitution" or "collides", or leave the pair out.`,
    );
}
function checkMaterial({ friction, restitution }: Pick<BodyContact, 'friction' | 'restitution'>, at: string): void {
  if (friction !== undefined) {
    const list = typeof friction === 'number' ? [friction] : [...friction];
    if (list.length > 2 || !list.length || list.some((mu) => !(mu >= 0 && Number.isFinite(mu))))
      throw contactFault(
        `${at}friction`,
        `${list.join(', ')}; give a number of at least 0, or two: at rest and in motion.`,
      );
    if (list.length === 2 && list[1] > list[0])
      throw contactFault(
        `${at}friction`,
        `${list[1]} in motion is above ${list[0]} at rest; give the larger one first.`,
      );
  }
  if (restitution !== undefined && !(restitution >= 0 && restitution <= 1))
    throw contactFault(`${at}restitution`, `${restitution}; give a number from 0 to 1.`);
}

interface Material {
  readonly atRest: number;
  readonly inMotion: number;
  readonly restitution: number;
}

/** Friction and restitution of pairs, and who touches whom, by index of the body. */
export class Materials {
  readonly #ids: readonly string[];
  readonly #pairs = new Map<string, PairContact>();
  readonly #known = new Map<number, Material>();
  /** whether friction at rest and in motion differ anywhere */
  readonly tellsRest: boolean;
  /** where all pairs are alike */
  #same: Material | undefined;
  /** whether anything bounces */
  readonly bounces: boolean;

  constructor(
    ids: readonly string[],
    private readonly options: ContactOptions,
  ) {
    this.#ids = ids;
    for (const pair of options.pairs ?? []) this.#pairs.set([...pair.bodies].sort().join('\n'), pair);
    const given = [options, ...Object.values(options.bodies ?? {}), ...(options.pairs ?? [])];
    this.bounces = given.some(({ restitution = contactDefaults.restitution }) => restitution > 0);
    this.tellsRest = given.some(({ friction = 0 }) => both(friction)[0] !== both(friction)[1]);
  }
  #pair(a: number, b: number): PairContact | undefined {
    if (!this.#pairs.size) return undefined;
    return this.#pairs.get([this.#ids[a], this.#ids[b]].sort().join('\n'));
  }
  /** Whether a body touches itself; `unlessTold`: where the options say nothing. */
  meetsItself(a: number, unlessTold: boolean): boolean {
    const asked = this.#pair(a, a)?.collides;
    if (asked !== undefined) return asked;
    const { collides = true, self } = this.options.bodies?.[this.#ids[a]] ?? {};
    if (collides === false) return false;
    return self ?? (typeof collides === 'boolean' ? unlessTold : collides.includes(this.#ids[a]));
  }
  meets(a: number, b: number): boolean {
    const asked = this.#pair(a, b)?.collides;
    if (asked !== undefined) return asked;
    return this.#allows(a, b) && this.#allows(b, a);
  }
  #allows(one: number, other: number): boolean {
    const collides = this.options.bodies?.[this.#ids[one]]?.collides ?? true;
    return typeof collides === 'boolean' ? collides : collides.includes(this.#ids[other]);
  }
  /** Of a pair, worked out once. */
  of(a: number, b: number): Material {
    if (this.#same) return this.#same;
    const key = a * this.#ids.length + b;
    let known = this.#known.get(key);
    if (!known) {
      const [atRest, inMotion] = this.friction(a, b);
      known = { atRest, inMotion, restitution: this.restitution(a, b) };
      this.#known.set(key, known);
    }
    if (!this.options.bodies && !this.options.pairs) this.#same = known;
    return known;
  }
  /** at rest, in motion */
  friction(a: number, b: number): readonly [number, number] {
    const own = this.#pair(a, b)?.friction;
    if (own !== undefined) return both(own);
    const { friction = contactDefaults.friction, bodies } = this.options;
    const [p, q] = [a, b].map((k) => both(bodies?.[this.#ids[k]]?.friction ?? friction));
    return [Math.sqrt(p[0] * q[0]), Math.sqrt(p[1] * q[1])];
  }
  restitution(a: number, b: number): number {
    const own = this.#pair(a, b)?.restitution;
    if (own !== undefined) return own;
    const { restitution = contactDefaults.restitution, bodies } = this.options;
    return Math.max(...[a, b].map((k) => bodies?.[this.#ids[k]]?.restitution ?? restitution));
  }
}
const both = (friction: Friction): readonly [number, number] =>
  typeof friction === 'number' ? [friction, friction] : [friction[0], friction[1] ?? friction[0]];
