/** How the material of rods is turned about them, at each point along those that know twist. */
import { field, materialAngles, type Spline, type World } from '@pliant/engine';

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
    for (const { rod, first } of this.#rods.values())
      materialAngles(world, rod, out.subarray(first, first + rod.curve.corners.length / 4));
  }
}
