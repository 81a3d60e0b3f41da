/**
 * Forces act at every stage of a scheme. Two schemes that use accelerations at different moments would not give both ends of a
 * constraint the same impulse, and momentum would be lost, however short the step: a dumbbell under verlet and rk4 slows by a third in
 * 20 s. Verlet, velocity Verlet and Beeman are one scheme in three forms, and go together.
 */
import { Refusal } from '../base/refusal.ts';
import type { BatchView } from '../constraints/method.ts';

export function refuseMixedSchemes(method: string, shapes: readonly BatchView[]): void {
  for (const shape of shapes) {
    if (shape.idle || shape.integrators.length < 2) continue;
    for (let m = 0; m < shape.members.length; m++) {
      if (!shape.isActive(m)) continue;
      const schemes = shape.integratorsOf(m);
      if (schemes.length < 2 || schemes.every((s) => s.stages.length === 1 && s.order > 1)) continue;
      const { constraint } = shape.who(m);
      throw new Refusal(
        'misfit',
        { constraint, field: 'method' },
        `"${method}" acts by forces, which ${schemes[0].kind} and ${schemes[1].kind} use at different moments of a step, so that momentum would be lost. Give both bodies one integrator, or use "local".`,
        [constraint],
        `constraint ${shape.label(m)}: method — `,
      );
    }
  }
}

/** A rate of approach that comes from the step is that of a mass, which a body under first-order flow does not have. */
export function refuseFlow(method: string, shapes: readonly BatchView[]): void {
  for (const shape of shapes) {
    for (let m = 0; m < shape.members.length; m++) {
      if (!shape.isActive(m) || !shape.integratorsOf(m).some(({ flow }) => flow)) continue;
      const { constraint } = shape.who(m);
      throw new Refusal(
        'misfit',
        { constraint, field: 'method' },
        `"${method}" takes its stiffness from the step and the mass, and a body under first-order-flow has no inertia: it would fly apart. Give "stiffness", or use "local".`,
        [constraint],
        `constraint ${shape.label(m)}: method — `,
      );
    }
  }
}
