/**
 * What a superquadric touches others with: the surface that is drawn.
 *
 *   nothing but rigid motion is free     a rigid surface in the frame of the body
 *   else                                 its points, formulas of origin, rotation, shape parameters and local displacements
 */
import type { ContactForm, MaterialPoints } from '../body.ts';
import type { MassMode } from './inertia.ts';
import type { Layout } from './layout.ts';
import type { Freedom } from './options.ts';
import type { SurfacePoints } from './surface-points.ts';

export function contactForm(all: SurfacePoints, layout: Layout, freedom: Freedom, mode: MassMode): ContactForm {
  const points = all.points.more as MaterialPoints;
  const first = all.points.count;
  const triangles = all.triangles.map((n) => n - first);
  if (layout.local && mode === 'lumped')
    return {
      kind: 'none',
      why: 'in the mode "lumped" a force moves its nodes twice, so that contacts would gain energy. Give it the mode "projected".',
    };
  if (!layout.shape && !layout.local && freedom.position && freedom.rotation) {
    // the parameters of its points are their places in the frame of the body (material-point.ts)
    const positions = points.parameters.slice();
    const surface = { positions, triangles };
    return { kind: 'rigid', shape: { kind: 'surface', surface }, corners: surface };
  }
  return { kind: 'points', points, triangles, angularRates: layout.turn };
}
