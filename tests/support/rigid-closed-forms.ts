/** Rigid bodies in closed form: a free asymmetric one by Jacobi's functions, the heavy symmetric top by quadrature. */

/** sn, cn, dn of u with parameter m, by the arithmetic-geometric mean (Abramowitz, Stegun 16.4). */
export function ellipj(u: number, m: number): { sn: number; cn: number; dn: number } {
  const a = [1];
  const c = [Math.sqrt(m)];
  let b = Math.sqrt(1 - m);
  let n = 0;
  while (Math.abs(c[n]) > 1e-16 && n < 30) {
    const next = (a[n] + b) / 2;
    c.push((a[n] - b) / 2);
    b = Math.sqrt(a[n] * b);
    a.push(next);
    n++;
  }
  let phi = 2 ** n * a[n] * u;
  let before = phi;
  for (let k = n; k > 0; k--) {
    before = phi;
    phi = (phi + Math.asin((c[k] * Math.sin(phi)) / a[k])) / 2;
  }
  const [sn, cn] = [Math.sin(phi), Math.cos(phi)];
  return { sn, cn, dn: n ? cn / Math.cos(before - phi) : 1 };
}

/**
 * omega in the axes of the body at t, from omega_2 = 0 at 0. I1 < I2 < I3.                       [Landau, Lifshitz, vol. 1, 37]
 *
 *   L^2 > 2 E I2:   omega_1 = a cn, omega_2 = -b sn, omega_3 = c dn
 */
export function jacobi(I: readonly number[], omega: readonly number[], t: number): number[] {
  const [I1, I2, I3] = I;
  const E2 = I1 * omega[0] ** 2 + I3 * omega[2] ** 2;
  const L2 = (I1 * omega[0]) ** 2 + (I3 * omega[2]) ** 2;
  if (!(L2 > E2 * I2)) throw new Error('this branch is not written.');
  const rate = Math.sqrt(((I3 - I2) * (L2 - E2 * I1)) / (I1 * I2 * I3));
  const m = ((I2 - I1) * (E2 * I3 - L2)) / ((I3 - I2) * (L2 - E2 * I1));
  const b = Math.sqrt((E2 * I3 - L2) / (I2 * (I3 - I2)));
  const { sn, cn, dn } = ellipj(rate * t, m);
  // the sign of omega_2 follows from I2 d(omega_2)/dt = (I3 - I1) omega_3 omega_1
  return [omega[0] * cn, Math.sign(omega[0] * omega[2]) * b * sn, omega[2] * dn];
}

export interface Top {
  /** about the tip, across and along the axis */
  readonly I1: number;
  readonly I3: number;
  readonly mgl: number;
  /** rad/s about its axis, at rest otherwise */
  readonly spin: number;
  /** of the axis from the vertical, at the start */
  readonly theta: number;
}
/**
 * Where the axis of a heavy top is at t, from rest but for its spin: Euler's angles, integrated as an ordinary differential equation
 * with so many steps that nothing is left of the error.
 *
 *   phi' = (b - a cos theta)/(I1 sin^2 theta),   I1 theta'' = I1 phi'^2 sin cos - a phi' sin + mgl sin,    a = I3 spin, b = a cos theta_0
 */
export function lagrangeTop({ I1, I3, mgl, spin, theta: start }: Top, t: number): { theta: number; phi: number } {
  const a = I3 * spin;
  const b = a * Math.cos(start);
  const rates = ([theta, speed]: readonly number[]): number[] => {
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    const turn = (b - a * c) / (I1 * s * s);
    return [speed, turn * turn * s * c - (a * turn * s) / I1 + (mgl * s) / I1, turn];
  };
  const n = 200_000;
  const h = t / n;
  let y = [start, 0, 0];
  const plus = (k: readonly number[], f: number): number[] => y.map((v, i) => v + f * k[i]);
  for (let i = 0; i < n; i++) {
    const k1 = rates(y);
    const k2 = rates(plus(k1, h / 2));
    const k3 = rates(plus(k2, h / 2));
    const k4 = rates(plus(k3, h));
    y = y.map((v, j) => v + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]));
  }
  return { theta: y[0], phi: y[2] };
}
