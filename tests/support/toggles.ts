/** A curtain whose constraints let go and take hold again at random, as a scene: each nail and join is one of its own. */
import type { Anchor } from '../../packages/engine/src/index.ts';
import { buildScene, type ConstraintDef, type EventDef, type SceneDef } from '../../packages/io/src/index.ts';
import { hangingCurtain } from './gissler.ts';
import { Random } from './random.ts';

export interface Toggled {
  readonly def: SceneDef;
  readonly steps: number;
}

/** Its nails and joins one by one. */
export function curtainOneByOne(width: number): SceneDef {
  const hanging = hangingCurtain(width);
  const { world } = buildScene(hanging, 'hanging');
  const point = ({ body, blocks }: Anchor) => ({ body: body as string, nodes: [blocks[0] / 3] });
  const single = world.constraints.flatMap(({ id, kind, members }): ConstraintDef[] =>
    members.map((anchors, m) =>
      kind === 'nail'
        ? { id: `${id} ${m}`, kind, a: point(anchors[0]) }
        : { id: `${id} ${m}`, kind: 'join', points: anchors.map(point) },
    ),
  );
  return { ...hanging, constraints: single };
}

/**
 * So many releases and as many activations: whatever is released takes hold again after 1 to 20 steps, before it has
 * fallen 8 mm. The same number of releases in every step, until all are back.
 */
export function toggled(def: SceneDef, options: { toggles: number; perStep: number; seed: number }): Toggled {
  const random = new Random(options.seed);
  const ids = (def.constraints ?? []).map(({ id }) => id);
  const back = new Map<string, number>();
  const events: EventDef[] = [];
  let step = 1;
  const at = (): number => step * def.step;
  for (; events.length < options.toggles; step++) {
    for (const [constraint, when] of back) {
      if (when > step) continue;
      events.push({ at: at(), do: 'activate', constraint });
      back.delete(constraint);
    }
    const begun = (events.length + back.size) / 2;
    for (let n = 0; n < options.perStep && begun + n < options.toggles / 2; n++) {
      const constraint = random.pick(ids);
      if (back.has(constraint)) continue;
      events.push({ at: at(), do: 'deactivate', constraint });
      back.set(constraint, step + 1 + random.below(20));
    }
  }
  return { def: { ...def, events }, steps: step };
}
