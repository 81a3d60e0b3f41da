/** Steps of projected relaxation of a problem of few contacts: see packages/engine/src/contact/coulomb/newton/relaxation.ts for the plain loop, whose bits these are. */
import { FewContacts, velocitiesOf } from './few-contacts';
import { getF, getI, setF } from './memory';

/** x in place. */
export function relaxFew(s: FewContacts, times: i32, part: f64): void {
  const u = s.y;
  for (let time = 0; time < times; time++) {
    velocitiesOf(s, s.x, u);
    for (let i = 0; i < s.count; i++) {
      const kind = getI(s.kinds, i);
      if (kind === 2) continue;
      const k = 3 * i;
      const by = part * getF(s.rho, i);
      let l0 = getF(s.lambda, k) - by * (getF(u, k) + getF(s.b, k));
      let l1 = getF(s.lambda, k + 1) - by * (getF(u, k + 1) + getF(s.b, k + 1));
      let l2 = getF(s.lambda, k + 2) - by * (getF(u, k + 2) + getF(s.b, k + 2));
      if (kind === 3) {
        const low = getF(s.lower, i);
        const high = getF(s.upper, i);
        l0 = l0 < low ? low : l0 > high ? high : l0;
        l1 = l2 = 0;
      } else if (kind === 0) {
        l0 = l0 > 0 ? l0 : 0;
        const bound = getF(s.mu, i) * l0;
        const size = sqrt(l1 * l1 + l2 * l2);
        if (size > bound) {
          l1 = l1 * (bound / size);
          l2 = l2 * (bound / size);
        }
      }
      setF(s.x, k, l0 / getF(s.D, k));
      setF(s.x, k + 1, l1 / getF(s.D, k + 1));
      setF(s.x, k + 2, l2 / getF(s.D, k + 2));
    }
  }
}
