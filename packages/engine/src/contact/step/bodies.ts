/** What contacts do with bodies: drift, displace, the work of a kick. Units are rigid bodies, bodies with coupled velocities, and nodes. */
import { drift } from '../../bodies/drift.ts';
import { displaceRotor, driftRotor, rotorCoordinates } from '../../bodies/rigid/rotors.ts';
import { type State, stretchOf } from '../../state/state.ts';
import { isOne } from '../collider/collider.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import type { Pose } from '../detect/row.ts';
import { isIndirect } from '../schemes.ts';
import type { Unit } from './islands.ts';
import { productOfRotor } from './rotors.ts';

const isBody = ({ collider: { coupled }, size }: Unit): boolean => coupled || size === 6;
const coordinatesOf = (unit: Unit): number =>
  unit.rotor ? rotorCoordinates : isBody(unit) ? unit.collider.placed.body.coordinates : 3;
const isStill = ({ collider, size }: Unit): boolean => size === 0 && !collider.coupled;

interface Motion {
  readonly h: number;
  readonly q: Float64Array;
  readonly u: Float64Array;
  readonly p: Float64Array;
  readonly freeU: Float64Array;
  readonly freeP: Float64Array;
}

export class Bodies {
  #m = new Float64Array(16);
  #change = new Float64Array(16);

  constructor(private readonly state: State) {}

  /** p after the step, at the velocities u. */
  drift(units: readonly Unit[], { h, q, u, p, freeU, freeP }: Motion, pose: Pose): void {
    for (let k = 0; k < units.length; k++) {
      const { collider, first, rotor } = units[k];
      if (rotor) {
        driftRotor(rotor, first, q, u, h, p);
        pose.changed(collider.index);
        continue;
      }
      if (isStill(units[k])) continue;
      const { placed } = collider;
      const { curved } = placed.body;
      if (isIndirect(collider)) {
        const size = isOne(collider) ? placed.body.velocities : 3;
        this.#m = grown(this.#m, placed.size);
        let moves = false;
        for (let c = 0; c < size; c++) {
          this.#m[c] = h * (u[first + c] - freeU[first + c]);
          if (this.#m[c] !== 0) moves = true;
        }
        if (isOne(collider)) {
          stretchOf(p, placed).set(stretchOf(freeP, placed));
          // to the bit where nothing pushes
          if (moves && curved) curved.retract(stretchOf(p, placed), this.#m);
          else if (moves) for (let c = 0; c < size; c++) p[first + c] += this.#m[c];
          pose.changed(collider.index);
        } else for (let c = 0; c < 3; c++) p[first + c] = freeP[first + c] + this.#m[c];
      } else if (curved && isOne(collider)) {
        drift(curved, stretchOf(q, placed), stretchOf(u, placed), h, stretchOf(p, placed));
        pose.changed(collider.index);
      } else {
        const size = coordinatesOf(units[k]);
        for (let c = first; c < first + size; c++) p[c] = q[c] + h * u[c];
        if (isOne(collider)) pose.changed(collider.index);
      }
    }
  }
  /** p moves by dx, over the velocities of the units; coupled bodies have their own (coupled/coupled-bodies.ts). */
  displace(units: readonly Unit[], dx: Float64Array, { p }: Motion, pose: Pose): void {
    let at = 0;
    for (let k = 0; k < units.length; k++) {
      const { collider, first, size, rotor } = units[k];
      if (size === 0) continue;
      if (rotor) {
        displaceRotor(first, p, dx, at);
        pose.changed(collider.index);
        at += size;
        continue;
      }
      const { curved } = collider.placed.body;
      if (curved && collider.core.local) {
        for (let c = 0; c < size; c++) this.#m[c] = dx[at + c];
        curved.retract(stretchOf(p, collider.placed), this.#m);
        pose.changed(collider.index);
      } else for (let c = 0; c < 3; c++) p[first + c] += dx[at + c];
      at += size;
    }
  }
  /** How far p of the units is from what was kept, m: the way of the origin of a body and that of its farthest point about it. */
  farthest(units: readonly Unit[], { p }: Motion): number {
    let [at, most] = [0, 0];
    for (let k = 0; k < units.length; k++) {
      const { collider, first } = units[k];
      const count = coordinatesOf(units[k]);
      let [way, turn] = [0, 0];
      for (let c = 0; c < count; c++) {
        const by = p[first + c] - this.#kept[at++];
        if (c < 3) way += by * by;
        else turn += by * by;
      }
      // a quaternion turns by twice its change
      const about = collider.core.local ? 2 * collider.extent * Math.sqrt(turn) : 0;
      most = Math.max(most, Math.sqrt(way) + about);
    }
    return most;
  }
  /** Keeps p of the units, so that `putBack` can restore it. */
  keep(units: readonly Unit[], { p }: Motion): void {
    let size = 0;
    for (let k = 0; k < units.length; k++) size += coordinatesOf(units[k]);
    this.#kept = grown(this.#kept, size);
    let at = 0;
    for (let k = 0; k < units.length; k++)
      for (let c = 0; c < coordinatesOf(units[k]); c++) this.#kept[at++] = p[units[k].first + c];
  }
  putBack(units: readonly Unit[], { p }: Motion, pose: Pose): void {
    let at = 0;
    for (let k = 0; k < units.length; k++) {
      for (let c = 0; c < coordinatesOf(units[k]); c++) p[units[k].first + c] = this.#kept[at++];
      pose.changed(units[k].collider.index);
    }
  }
  #kept = new Float64Array(0);
  /** The kinetic energy that the kick from v to u adds, J: (v + u) M (u - v) / 2. */
  workOfForces(units: readonly Unit[], q: Float64Array, v: Float64Array, u: Float64Array): number {
    return 0.5 * this.#product(units, q, v, u, 1);
  }
  /** The kinetic energy of the impulse of forces alone, J: (u - v) M (u - v) / 2. */
  energyOfImpulse(units: readonly Unit[], q: Float64Array, v: Float64Array, u: Float64Array): number {
    return 0.5 * this.#product(units, q, v, u, -1);
  }
  /** (u + sign v) M (u - v) */
  #product(units: readonly Unit[], q: Float64Array, v: Float64Array, u: Float64Array, sign: number): number {
    const w = this.state.column('w');
    let sum = 0;
    for (let k = 0; k < units.length; k++) {
      const { collider, first, rotor } = units[k];
      if (rotor) {
        sum = productOfRotor(rotor, first, q, v, u, sign, sum);
        continue;
      }
      if (isStill(units[k])) continue;
      const { body } = collider.placed;
      if (body.applyM) {
        const n = body.velocities;
        this.#m = grown(this.#m, n);
        this.#change = grown(this.#change, n);
        for (let c = 0; c < n; c++) this.#change[c] = u[first + c] - v[first + c];
        body.applyM(stretchOf(q, collider.placed), this.#change, this.#m);
        for (let c = 0; c < n; c++) sum += (u[first + c] + sign * v[first + c]) * this.#m[c];
      } else {
        // nodes of a body that touches with its skin may be fixed
        const size = coordinatesOf(units[k]);
        for (let c = first; c < first + size; c++) if (w[c] > 0) sum += ((u[c] + sign * v[c]) * (u[c] - v[c])) / w[c];
      }
    }
    return sum;
  }
}
