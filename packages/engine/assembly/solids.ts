/** Vectors of a solve with solids, three numbers a node: see src/methods/displacement/solid. */
import { getF, getI, setF } from './memory';

/** out = the entries of nodes in a column; coordinates: of each node the first */
export function gatherNodes(count: i32, coordinates: usize, column: usize, out: usize): void {
  for (let k = 0; k < count; k++, out += 24) {
    const from = column + ((<usize>getI(coordinates, k)) << 3);
    v128.store(out, v128.load(from));
    store<f64>(out, load<f64>(from, 16), 16);
  }
}
export function scatterNodes(count: i32, coordinates: usize, values: usize, column: usize): void {
  for (let k = 0; k < count; k++, values += 24) {
    const to = column + ((<usize>getI(coordinates, k)) << 3);
    v128.store(to, v128.load(values));
    store<f64>(to, load<f64>(values, 16), 16);
  }
}

/** b += m v / h, 0 where there is no mass; h = 0: at rest, without the momenta */
export function addMomenta(n: i32, mass: usize, v: usize, h: f64, b: usize): void {
  for (let i = 0; i < n; i++) {
    const m = getF(mass, i);
    const given = getF(b, i);
    setF(b, i, m === 0 ? 0 : h === 0 ? given : given + (m * getF(v, i)) / h);
  }
}

/** Sums of squares over the unknowns: of loads b - m v / h, of g, and of m v / h. h = 0: at rest, without the momenta */
export function sizesOfForces(
  n: i32,
  mass: usize,
  v: usize,
  h: f64,
  b: usize,
  g: usize,
  mask: usize,
  out: usize,
): void {
  let loads: f64 = 0;
  let elastic: f64 = 0;
  let inertia: f64 = 0;
  for (let i = 0; i < n; i++) {
    if (getF(mask, i) === 0) continue;
    const momentum = h === 0 ? 0 : (getF(mass, i) * getF(v, i)) / h;
    const load = getF(b, i) - momentum;
    const push = getF(g, i);
    loads += load * load;
    elastic += push * push;
    inertia += momentum * momentum;
  }
  setF(out, 0, loads);
  setF(out, 1, elastic);
  setF(out, 2, inertia);
}

/** x = q + h (2 v - old) for unknowns; else x = prescribed */
export function extrapolate(
  n: i32,
  h: f64,
  q: usize,
  v: usize,
  old: usize,
  prescribed: usize,
  mask: usize,
  x: usize,
): void {
  for (let i = 0; i < n; i++) {
    const ahead = getF(q, i) + h * (2 * getF(v, i) - getF(old, i));
    setF(x, i, getF(mask, i) === 1 ? ahead : getF(prescribed, i));
  }
}

/** x = a + c d */
export function stepAlong(n: i32, a: usize, c: f64, d: usize, x: usize): void {
  const k = f64x2.splat(c);
  let i: i32 = 0;
  for (; i + 1 < n; i += 2, a += 16, d += 16, x += 16)
    v128.store(x, f64x2.add(v128.load(a), f64x2.mul(k, v128.load(d))));
  for (; i < n; i++, a += 8, d += 8, x += 8) store<f64>(x, load<f64>(a) + c * load<f64>(d));
}

/** u = (x - q) / h */
export function rates(n: i32, x: usize, q: usize, h: f64, u: usize): void {
  const k = f64x2.splat(h);
  let i: i32 = 0;
  for (; i + 1 < n; i += 2, x += 16, q += 16, u += 16)
    v128.store(u, f64x2.div(f64x2.sub(v128.load(x), v128.load(q)), k));
  for (; i < n; i++, x += 8, q += 8, u += 8) store<f64>(u, (load<f64>(x) - load<f64>(q)) / h);
}

/** b = -a */
export function negate(n: i32, a: usize, b: usize): void {
  let i: i32 = 0;
  for (; i + 1 < n; i += 2, a += 16, b += 16) v128.store(b, f64x2.neg(v128.load(a)));
  for (; i < n; i++, a += 8, b += 8) store<f64>(b, -load<f64>(a));
}

/** The sum of the entries at these places, in four sums: of every fourth one. */
export function sumAt(count: i32, places: usize, values: usize): f64 {
  let a: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  let d: f64 = 0;
  let i: i32 = 0;
  for (; i + 3 < count; i += 4) {
    a += getF(values, getI(places, i));
    b += getF(values, getI(places, i + 1));
    c += getF(values, getI(places, i + 2));
    d += getF(values, getI(places, i + 3));
  }
  let sum = a + b + (c + d);
  for (; i < count; i++) sum += getF(values, getI(places, i));
  return sum;
}
