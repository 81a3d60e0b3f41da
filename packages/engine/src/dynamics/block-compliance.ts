/** The compliance of bodies under explicit integrators whose W is not diagonal, or whose coordinates are curved. */
import type { Curved } from '../bodies/body.ts';
import type { BodyCompliance } from '../constraints/compliance.ts';
import type { Placed } from '../forces/placed.ts';
import { complianceFactors } from '../integrators/integrator.ts';
import { OwnColumn, type State } from '../state/state.ts';
import { newPrediction } from './integrator-pass.ts';

export function blockCompliance(placed: Placed, state: State): BodyCompliance {
  const { body, start, size, integrator } = placed;
  const { curved } = body;
  const { inverseMass } = body;
  const q = new OwnColumn(state, 'q', placed);
  const diagonal = (_: Float64Array, f: Float64Array, out: Float64Array): void => {
    const w = state.column('w');
    for (let i = 0; i < size; i++) out[i] = w[start + i] * f[i];
  };
  const apply = inverseMass.apply ?? diagonal;
  const { inner } = inverseMass;
  let [of, known] = [Number.NaN, { c: 0, d: 0 } as { readonly c: number; readonly d: number }];
  const factors = (): { readonly c: number; readonly d: number } => {
    if (of !== state.h) [of, known] = [state.h, complianceFactors(integrator, body.drag, state.h)];
    return known;
  };
  return {
    start,
    size,
    form: 'block',
    responses: ['w', 'c', 'd'],
    constant: inverseMass.constant ?? !inverseMass.apply,
    dependsOn: () => q.view(),
    apply: (f, out, same) => apply(q.view(), f, out, same),
    ...(inner
      ? {
          inner: {
            ...inner,
            applyOuter: (f, out, same) => inner.applyOuter(q.view(), f, out, same),
            applyAt: (f, out, only, onOnly, same) => inner.applyAt(q.view(), f, out, only, onOnly, same),
          },
        }
      : {}),
    scale: (response) => (response === 'w' ? 1 : factors()[response]),
    get timescale() {
      const { c, d } = factors();
      return c / d;
    },
    ...(inverseMass.indent ? { indent: (g, f) => inverseMass.indent?.(g, f) } : {}),
    ...(curved ? { curved: curvedMotion(placed, curved, state) } : {}),
  };
}

function curvedMotion(placed: Placed, curved: Curved, state: State): NonNullable<BodyCompliance['curved']> {
  const q = new OwnColumn(state, 'q', placed);
  const move = new OwnColumn(state, 'move', placed);
  const predict = newPrediction(placed, curved, state);
  return {
    movePrediction: (d) => {
      const [velocities, { h }] = [move.view(), state];
      for (let i = 0; i < velocities.length; i++) velocities[i] += d[i] / h;
      predict();
    },
    moveCoordinates: (d) => curved.retract(q.view(), d),
  };
}
