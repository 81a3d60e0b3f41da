/** Points kept out of a model. */
import type { Anchor } from '../../anchors/anchor.ts';
import { nodeShape } from '../../anchors/node.ts';
import { onPath } from '../../anchors/world-point.ts';
import { type Model, obstacleOf } from '../../bodies/model.ts';
import { outsideMoving, outside as relation } from '../../relations/points/outside.ts';
import type { ConstraintSpec } from '../constraint.ts';

/**
 * Nodes stay outside of a closed surface.
 * @example const kept = (cube: Body, rock: Model) => outside(node(cube, 0), rock);
 */
export function outside(anchors: Anchor | readonly Anchor[], model: Model): ConstraintSpec {
  const members = (Array.isArray(anchors) ? anchors : [anchors as Anchor]) as readonly Anchor[];
  const odd = members.findIndex(({ shape }) => shape !== nodeShape);
  if (odd >= 0)
    throw new Error(`outside: point ${odd} is not a node. Choose nodes: only they are kept out of a model.`);
  const { motion } = model;
  return {
    kind: 'outside',
    relation: motion ? outsideMoving : relation,
    parameters: [0, 1, 0, 0],
    members: members.map((a) => (motion ? [a, onPath(motion)] : [a])),
    obstacle: obstacleOf(model),
  };
}
