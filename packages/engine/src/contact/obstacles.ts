/** What pushes may be held by constraints that contacts can keep (links.ts). */

import { isOne } from './collider/collider.ts';
import { contactFault } from './options.ts';
import type { Island } from './step/islands.ts';
import type { Links } from './step/links.ts';

export function refuseObstacles(islands: readonly Island[], links: Links): void {
  if (!links.anyObstacle) return;
  for (const { units, rows } of islands) {
    if (!rows.some((row) => row.impulse[0] > 0)) continue;
    for (const unit of units) {
      const obstacle = links.obstacleAt(unit);
      if (!obstacle) continue;
      const { collider, first } = unit;
      const { body, start, integrator } = collider.placed;
      const place = isOne(collider) ? `body "${body.id}"` : `node ${(first - start) / 3} of body "${body.id}"`;
      const remedy = integrator.driftsFrom
        ? 'Hold it by equalities under "lagrange" or "local"'
        : 'Give it "verlet", "velocity-verlet" or "euler-cromer"';
      throw contactFault(
        '',
        `${place} is pushed while constraint "${obstacle.id}" holds it, which contacts cannot keep: ${obstacle.why}. ${remedy}, or take the body out: "bodies": { "${body.id}": { "collides": false } }.`,
      );
    }
  }
}
