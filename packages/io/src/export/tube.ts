/** A tube around a line of samples: rings with minimal twist from sample to sample, and a cap at each end. */

const sides = 8;

export class Tube {
  readonly triangles: Int32Array;

  constructor(
    readonly samples: number,
    readonly radius: number,
  ) {
    const [start, end] = [sides * samples, sides * samples + 1];
    const list: number[] = [];
    for (let i = 0; i + 1 < samples; i++) {
      for (let k = 0; k < sides; k++) {
        const [a, b] = [sides * i + k, sides * i + ((k + 1) % sides)];
        list.push(a, b, b + sides, a, b + sides, a + sides);
      }
    }
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      list.push(start, next, k, end, end - 1 - sides + k, end - 1 - sides + next);
    }
    this.triangles = Int32Array.from(list);
  }

  /** x y z of the vertices: ring by ring, then the middles of the caps. */
  around(x: Float64Array): Float64Array {
    const { samples, radius } = this;
    const out = new Float64Array(3 * (sides * samples + 2));
    let across = [0, 0, 0];
    for (let i = 0; i < samples; i++) {
      const along = direction(x, i, samples);
      if (i === 0) across = leastAlong(along);
      // the part of the last ring's axis that is across here
      const over = across[0] * along[0] + across[1] * along[1] + across[2] * along[2];
      const next = across.map((a, k) => a - over * along[k]);
      across = Math.hypot(...next) > 1e-6 ? unit(next) : leastAlong(along);
      const other = cross(along, across);
      for (let k = 0; k < sides; k++) {
        const turn = (2 * Math.PI * k) / sides;
        const [c, s] = [radius * Math.cos(turn), radius * Math.sin(turn)];
        for (let axis = 0; axis < 3; axis++) {
          out[3 * (sides * i + k) + axis] = x[3 * i + axis] + c * across[axis] + s * other[axis];
        }
      }
    }
    out.set(x.subarray(0, 3), 3 * sides * samples);
    out.set(x.subarray(3 * samples - 3, 3 * samples), 3 * (sides * samples + 1));
    return out;
  }
}

/** Of the line at a sample: from the one before to the one after. */
function direction(x: Float64Array, i: number, samples: number): number[] {
  const [a, b] = [Math.max(0, i - 1), Math.min(samples - 1, i + 1)];
  const d = [0, 1, 2].map((axis) => x[3 * b + axis] - x[3 * a + axis]);
  return Math.hypot(...d) > 0 ? unit(d) : [1, 0, 0];
}
/** A unit vector across: of the axis that lies least along. */
function leastAlong(along: readonly number[]): number[] {
  const sizes = along.map(Math.abs);
  const axis = sizes.indexOf(Math.min(...sizes));
  return unit(
    cross(
      along,
      [0, 1, 2].map((k) => (k === axis ? 1 : 0)),
    ),
  );
}
const unit = (a: readonly number[]): number[] => {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
};
const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
