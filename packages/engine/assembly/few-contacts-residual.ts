/** The residual of a problem of few contacts: see packages/engine/src/contact/coulomb/problem.ts, whose bits these are. */
import { FewContacts, velocitiesOf } from './few-contacts';
import { getF, getI, setF } from './memory';

/** The relative residual of x. speed: m/s, of which velocities have the digits that count. */
export function residualOfFew(s: FewContacts, demand: f64, speed: f64): f64 {
  const u = s.y;
  const lambda = s.lambda;
  velocitiesOf(s, s.x, u);
  let worst: f64 = 0;
  let most: f64 = 0;
  let scale: f64 = 1e-300;
  for (let i = 0; i < s.count; i++) {
    const k = 3 * i;
    for (let a = k; a < k + 3; a++) setF(u, a, getF(u, a) + getF(s.b, a));
    const kind = getI(s.kinds, i);
    if (kind === 2) continue;
    const rho = getF(s.rho, i);
    scale = max(scale, rho * speed);
    for (let a = k; a < k + 3; a++) {
      most = max(most, abs(getF(lambda, a)));
      scale = max(scale, rho * abs(getF(s.b, a)));
    }
    if (kind === 1) {
      for (let a = k; a < k + 3; a++) worst = max(worst, rho * abs(getF(u, a)));
      continue;
    }
    const l0 = getF(lambda, k);
    const zn = l0 - rho * getF(u, k);
    if (kind === 3) {
      const low = getF(s.lower, i);
      const high = getF(s.upper, i);
      worst = max(worst, abs(l0 - (zn < low ? low : zn > high ? high : zn)));
      continue;
    }
    const l1 = getF(lambda, k + 1);
    const l2 = getF(lambda, k + 2);
    const z1 = l1 - rho * getF(u, k + 1);
    const z2 = l2 - rho * getF(u, k + 2);
    const normal = zn > 0 ? zn : 0;
    const bound = getF(s.mu, i) * normal;
    const size = sqrt(z1 * z1 + z2 * z2);
    const part = size > bound ? bound / size : 1;
    worst = max(worst, abs(l0 - normal));
    worst = max(worst, abs(l1 - part * z1));
    worst = max(worst, abs(l2 - part * z2));
  }
  return max(worst, f64.EPSILON * most) / max(scale, min(most, demand));
}
