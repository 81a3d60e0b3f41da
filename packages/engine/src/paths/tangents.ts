/** The rule of a kind: writes the derivatives by u at both ends of every segment, in metres. */
export type Tangents = (
  times: Float64Array, // of the keys (n)
  points: Float64Array, // the keys (3n)
  closed: boolean, // it loops, and ends where it starts
  leave: Float64Array, // d, at the start of a segment (3(n - 1)), written
  arrive: Float64Array, // e, at its end (3(n - 1)), written
) => void;
