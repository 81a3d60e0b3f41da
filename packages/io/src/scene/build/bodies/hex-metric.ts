/** A hex-metric of a scene. */
import { type Body, type HexMetricOptions, hexMesh, hexMetric, type Mesh } from '@pliant/engine';
import type { BodyDef } from '../../schema.ts';
import { defined } from '../defined.ts';

export function makeHexMetric(
  def: BodyDef & { kind: 'hex-metric' },
  own: Mesh,
  common: Pick<HexMetricOptions, 'id' | 'fixed' | 'drag' | 'integrator' | 'velocities'>,
): Body {
  const { stiffness, viscosity, density, mass, hourglass, integration, molding } = def;
  const cells = hexMesh({ positions: own.positions, hexes: own.hexes ?? [] });
  return hexMetric(cells, {
    ...common,
    stiffness,
    ...defined({ viscosity, density, mass, hourglass, integration }),
    ...(molding ? { molding: defined(molding) } : {}),
  });
}
