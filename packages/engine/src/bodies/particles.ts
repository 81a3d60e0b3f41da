/** Mass points without elements: only constraints act between them. */
import { checkOptions, either, number, numbers, object, required, text } from '../base/options.ts';
import { refusing } from '../base/refusal.ts';
import { type Body, type IntegratorChoice, perItem } from './body.ts';

/**
 * Options of `particles`.
 * @example const options: ParticlesOptions = { mass: 0.1, fixed: [0] };
 */
export interface ParticlesOptions {
  readonly id?: string;
  /** kg, one for all or one each */
  readonly mass: number | ArrayLike<number>;
  /** m/s, three for each */
  readonly velocities?: ArrayLike<number>;
  /** nodes that never move */
  readonly fixed?: ArrayLike<number>;
  /** mass-proportional damping, 1/s */
  readonly drag?: number;
  /** by name, or by value; the world's if not given */
  readonly integrator?: IntegratorChoice;
}

/**
 * Mass points without forces between them, x y z of each.
 * @example world.add(particles([0, 0, 0, 1, 0, 0], { mass: 0.1 }))
 */
export function particles(positions: ArrayLike<number>, options: ParticlesOptions): Body {
  checkOptions('particles', options, { ...pointOptions, mass: required(either(number, numbers)) });
  return { ...massPoints('particles', positions, options), elements: [] };
}

/** The options that every kind made of mass points shares. */
export const pointOptions = {
  id: text,
  velocities: numbers,
  fixed: numbers,
  drag: number,
  integrator: either(text, object),
} as const;

/** The part of a body that every kind made of mass points shares. */
export function massPoints(
  kind: string,
  positions: ArrayLike<number>,
  options: ParticlesOptions,
): Omit<Body, 'elements'> {
  const id = options.id ?? kind;
  const refuse = refusing({ body: id });
  const nodeCount = positions.length / 3;
  if (!Number.isInteger(nodeCount)) throw refuse('', `${positions.length} coordinates; give three for each node.`);
  const places = perItem(positions, positions.length, refuse, 'positions');
  const speeds = perItem(options.velocities, positions.length, refuse, 'velocities');
  const masses = perItem(options.mass, nodeCount, refuse, 'mass');
  const w = new Float64Array(3 * nodeCount);
  for (let i = 0; i < nodeCount; i++) {
    if (!(masses[i] > 0))
      throw refuse('mass', `${masses[i]} kg of node ${i}; it must be positive (fix a node with "fixed").`);
    w.fill(1 / masses[i], 3 * i, 3 * i + 3);
  }
  for (const i of Array.from(options.fixed ?? [])) {
    if (!(Number.isInteger(i) && i >= 0 && i < nodeCount))
      throw refuse('fixed', `node ${i}; nodes run 0 to ${nodeCount - 1}.`);
    w.fill(0, 3 * i, 3 * i + 3);
    speeds.fill(0, 3 * i, 3 * i + 3);
  }
  const drag = options.drag ?? 0;
  if (!(drag >= 0 && Number.isFinite(drag))) throw refuse('drag', `${drag} /s; it must be zero or positive.`);
  return {
    id,
    kind,
    coordinates: 3 * nodeCount,
    velocities: 3 * nodeCount,
    nodeCount,
    drag,
    ...(options.integrator === undefined ? {} : { integrator: options.integrator }),
    start: (q, v) => {
      q.set(places);
      v.set(speeds);
    },
    inverseMass: { diagonal: (out) => out.set(w) },
  };
}
