/** How rods are twisted: the angle at each point along those that know one, theta = sum b_i theta_i. */
import { field, type Spline, type World } from '@pliant/engine';

interface Twisted {
  readonly rod: Spline;
  /** of its angles, among all */
  readonly first: number;
}

export class Twists {
  /** angles in all */
  readonly count: number;
  readonly #rods = new Map<string, Twisted>();

  constructor(world: World) {
    let first = 0;
    for (const body of world.bodies) {
      if (!field.isRod(body) || !(body.section.GJ > 0)) continue;
      this.#rods.set(body.id, { rod: body, first });
      first += body.curve.corners.length / 4;
    }
    this.count = first;
  }
  /** The angle at a rod's first point; undefined if it knows no twist. */
  firstOf(body: string): number | undefined {
    return this.#rods.get(body)?.first;
  }
  pack(
    world: World,
    out: Float32Array, // rad            (n), written
  ): void {
    for (const { rod, first } of this.#rods.values()) {
      const theta = world.coordinates(rod.id).subarray(rod.firstAngle);
      const { corners, weights } = rod.twistCurve ?? rod.curve;
      for (let i = 0; i < corners.length / 4; i++) {
        let sum = 0;
        for (let k = 4 * i; k < 4 * i + 4; k++) sum += weights[k] * theta[corners[k]];
        out[first + i] = sum;
      }
    }
  }
}
