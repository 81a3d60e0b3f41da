/** What constraints do, as frames tell it: made for the constraints of a moment, read again and again. */
import { type RunningMember, runningMembers, type World } from '@pliant/engine';
import type { BodyInfo, Frame, Holds } from '../../protocol/protocol.ts';
import { describeHolds, type Place, readWorldPlaces, type WorldPlace } from '../hand/holds.ts';
import { type ContactReadings, readContacts } from './contacts.ts';
import { readPlaces, readTotals } from './measure.ts';
import { dropRounding } from './rounding.ts';
import { readSlides, type Slide } from './slides.ts';

type Told = Pick<Frame, 'places' | 'slides' | 'forces' | 'active' | 'totals'> & ContactReadings;

export class Readings {
  readonly holds: Holds;
  readonly #members: readonly RunningMember[];
  readonly #places: readonly Place[];
  readonly #worldPlaces: readonly WorldPlace[];
  readonly #slides: readonly Slide[];
  readonly #indices: ReadonlyMap<string, number>;
  readonly #turning: ReadonlySet<string>;
  readonly #slid: Float32Array;
  readonly #forces: Float32Array;
  readonly #active: Uint8Array;
  readonly #totals: Float32Array;
  #contacts: ContactReadings = { contacts: [], contactPlaces: new Float32Array() };

  /** hidden: a constraint that is drawn otherwise */
  constructor(world: World, bodies: readonly BodyInfo[], hidden: string | undefined) {
    const first = new Map(bodies.map((b) => [b.id, b.firstNode]));
    const { holds, places, worldPlaces, slides } = describeHolds(world, (body) => first.get(body) ?? 0, hidden);
    this.holds = holds;
    this.#members = runningMembers(world);
    this.#places = places;
    this.#worldPlaces = worldPlaces;
    this.#slides = slides;
    this.#slid = new Float32Array(6 * slides.length);
    this.follow(world);
    this.#indices = new Map(holds.constraints.map((c, i) => [c.id, i]));
    this.#turning = new Set(holds.constraints.filter((c) => c.turns).map((c) => c.id));
    this.#forces = new Float32Array(3 * places.length);
    this.#active = new Uint8Array(places.length);
    this.#totals = new Float32Array(4 * holds.constraints.length);
  }
  /** Whether the constraints are still those it was made for. */
  isOf(world: World): boolean {
    return runningMembers(world) === this.#members;
  }
  /** Where what slides has come to. */
  follow(world: World): void {
    readSlides(world, this.#slides, this.#slid);
  }
  /** extent: of the scene, m; energy: J, if it is known. What is rounding beside them, and beside all forces and moments, counts as none. */
  read(world: World, residuals: ReadonlyMap<string, number>, extent: number, energy = 0): void {
    readPlaces(this.#places, this.#forces, this.#active);
    readTotals(world, this.#indices, this.#turning, residuals, this.#totals);
    this.#contacts = readContacts(world);
    const turns = Array.from(this.holds.constraints, ({ id }) => this.#turning.has(id));
    dropRounding(this.#forces, this.#totals, turns, extent, energy);
  }
  /** As it was read last; places in the world as they are at a time. */
  at(time: number): Told {
    const places = new Float32Array(3 * this.#worldPlaces.length);
    readWorldPlaces(this.#worldPlaces, time, places);
    return {
      places,
      slides: this.#slid.slice(),
      forces: this.#forces.slice(),
      active: this.#active.slice(),
      totals: this.#totals.slice(),
      contacts: this.#contacts.contacts,
      contactPlaces: this.#contacts.contactPlaces.slice(),
    };
  }
}

/** Where constraints have not been looked at yet. */
export const nothingRead = (): Told => ({
  places: new Float32Array(),
  slides: new Float32Array(),
  forces: new Float32Array(),
  active: new Uint8Array(),
  totals: new Float32Array(),
  contacts: [],
  contactPlaces: new Float32Array(),
});
