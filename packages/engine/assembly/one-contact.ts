/** The impulse of one contact alone: see packages/engine/src/contact/coulomb/one-contact.ts, whose bits these are. */
import { FewContacts, slotBytes } from './few-contacts';
import { getF, setF } from './memory';

const mostSteps = 20;
const singular: f64 = 1e-9;

/** lambda of the only row, with b; false where it is not found. G is left in the first nine numbers of `f.A`. */
export function solveOne(f: FewContacts, lambda: usize): bool {
  const G = f.A;
  for (let r = 0; r < 3; r++)
    for (let c = r; c < 3; c++) {
      let sum: f64 = 0;
      for (let t = 0; t < f.slots; t++) {
        const at = <usize>t * slotBytes;
        for (let k = 0; k < 3; k++) sum += getF(f.J + at, 6 * r + k) * getF(f.Y + at, 6 * c + k);
      }
      setF(G, 3 * r + c, sum);
      setF(G, 3 * c + r, sum);
    }
  const mu = getF(f.mu, 0);
  return stickingImpulse(G, f.b, mu, lambda) || slippingImpulse(G, f.b, mu, lambda);
}
function stickingImpulse(G: usize, b: usize, mu: f64, lambda: usize): bool {
  const a = getF(G, 0);
  const d = getF(G, 1);
  const f = getF(G, 2);
  const e = getF(G, 4);
  const g = getF(G, 5);
  const i = getF(G, 8);
  const b0 = getF(b, 0);
  const b1 = getF(b, 1);
  const b2 = getF(b, 2);
  if (!(mu > 0)) {
    if (!(a > 0)) return false;
    write(lambda, -b0 / a, 0, 0);
    return true;
  }
  const A = e * i - g * g;
  const B = f * g - d * i;
  const C = d * g - e * f;
  const det = a * A + d * B + f * C;
  if (!(det > singular * a * e * i)) return false;
  const n = -(A * b0 + B * b1 + C * b2) / det;
  const t1 = -(B * b0 + (a * i - f * f) * b1 + (d * f - a * g) * b2) / det;
  const t2 = -(C * b0 + (d * f - a * g) * b1 + (a * e - d * d) * b2) / det;
  if (!(n > 0) || t1 * t1 + t2 * t2 > mu * mu * n * n) return false;
  write(lambda, n, t1, t2);
  return true;
}
function slippingImpulse(G: usize, b: usize, m: f64, lambda: usize): bool {
  const a = getF(G, 0);
  const d = getF(G, 1);
  const f = getF(G, 2);
  const e = getF(G, 4);
  const g = getF(G, 5);
  const i = getF(G, 8);
  const b0 = getF(b, 0);
  const b1 = getF(b, 1);
  const b2 = getF(b, 2);
  if (!(a > m * sqrt(d * d + f * f))) return false;
  const size = sqrt(b1 * b1 + b2 * b2);
  let d1: f64 = size > 0 ? b1 / size : 1;
  let d2: f64 = size > 0 ? b2 / size : 0;
  for (let step = 0; step < mostSteps; step++) {
    const below = a - m * (d * d1 + f * d2);
    const l = -b0 / below;
    const u1 = b1 + l * (d - m * (e * d1 + g * d2));
    const u2 = b2 + l * (f - m * (g * d1 + i * d2));
    write(lambda, l, -m * l * d1, -m * l * d2);
    const across = u1 * d2 - u2 * d1;
    const along = u1 * d1 + u2 * d2;
    const dl = (l * m * (f * d1 - d * d2)) / below;
    const s1 = dl * (d - m * (e * d1 + g * d2)) - l * m * (g * d1 - e * d2);
    const s2 = dl * (f - m * (g * d1 + i * d2)) - l * m * (i * d1 - g * d2);
    const slope = s1 * d2 - s2 * d1 + along;
    const turn = -across / slope;
    if (!(abs(turn) < 0.5)) return false;
    const x = d1 - turn * d2;
    const y = d2 + turn * d1;
    const length = sqrt(x * x + y * y);
    d1 = x / length;
    d2 = y / length;
    if (abs(turn) < 1e-15 || across === 0) return along >= 0;
  }
  return true;
}
function write(lambda: usize, n: f64, t1: f64, t2: f64): void {
  setF(lambda, 0, n);
  setF(lambda, 1, t1);
  setF(lambda, 2, t2);
}
