/** The compliance of bodies under explicit integrators whose W is not diagonal, or whose coordinates are curved. */
import type { BodyCompliance } from '../constraints/compliance.ts';
import type { Placed } from '../forces/placed.ts';
import { complianceFactors } from '../integrators/integrator.ts';
import { ownOf, type State } from '../state/state.ts';
import { predictAnew } from './integrator-pass.ts';

export function blockCompliance(placed: Placed, state: State): BodyCompliance[] {
  const { body, start, size, integrator } = placed;
  const { curved } = body;
  const { inverseMass } = body;
  if (!inverseMass.apply && !curved) return [];
  const own = (column: string): Float64Array => ownOf(state, column, placed);
  const diagonal = (_: Float64Array, f: Float64Array, out: Float64Array): void => {
    const w = own('w');
    for (let i = 0; i < size; i++) out[i] = w[i] * f[i];
  };
  const apply = inverseMass.apply ?? diagonal;
  let [of, known] = [Number.NaN, { c: 0, d: 0 } as { readonly c: number; readonly d: number }];
  const factors = (): { readonly c: number; readonly d: number } => {
    if (of !== state.h) [of, known] = [state.h, complianceFactors(integrator, body.drag, state.h)];
    return known;
  };
  return [
    {
      start,
      size,
      form: 'block',
      responses: ['w', 'c', 'd'],
      constant: inverseMass.constant ?? !inverseMass.apply,
      apply: (f, out) => apply(own('q'), f, out),
      scale: (response) => (response === 'w' ? 1 : factors()[response]),
      get timescale() {
        const { c, d } = factors();
        return c / d;
      },
      ...(curved
        ? {
            curved: {
              movePrediction: (d) => {
                const move = own('move');
                for (let i = 0; i < size; i++) move[i] += d[i] / state.h;
                predictAnew(placed, state);
              },
              moveCoordinates: (d) => curved.retract(own('q'), d),
            },
          }
        : {}),
    },
  ];
}
