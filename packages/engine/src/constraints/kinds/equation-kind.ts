/** Equation: any relation, typed as text. */
import type { Anchor } from '../../anchors/anchor.ts';
import { optional, text } from '../../base/field.ts';
import { keyed, Refusal } from '../../base/refusal.ts';
import { equation as equationRelation } from '../../relations/equation/equation.ts';
import { EquationError } from '../../relations/equation/error.ts';
import type { ConstraintSpec } from '../constraint.ts';
import { constraintKind, type Driven, misfit } from './constraint-kind.ts';
import { equation } from './constraints.ts';
import { driven } from './driven.ts';
import { namedNumbers, namedPoints } from './fields.ts';
import { checkStart } from './situations.ts';

export const equationKind = constraintKind({
  kind: 'equation',
  description: 'Holds a typed equation between points.',
  fields: {
    equation: text('The equation: an expression that is kept at zero, or two with =, >= or <= between them.', {
      wanted: 'an equation such as "distance(a, b) = 2"',
    }),
    points: namedPoints(
      'The points by their names in the equation: points of the world, or selections of one; if one of them selects many, the equation holds for each.',
    ),
    parameters: optional(
      namedNumbers('The parameters by their names in the equation, each a number or a path of values.'),
    ),
  },
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  check: ({ equation: typed, points, parameters = {} }) => {
    if (typeof typed !== 'string' || typeof points !== 'object') return;
    const names = { points: Object.keys(points ?? {}), parameters: Object.keys(parameters ?? {}) };
    refusedAt(() => equationRelation(typed, names));
  },
  make: ({ equation: typed, points, parameters = {} }, situation) => {
    const named = Object.entries(points);
    const [, second] = named.filter(([, anchors]) => anchors.length > 1);
    if (second)
      throw misfit(
        `points${keyed(second[0])}`,
        `selects ${second[1].length} nodes; of one point only there may be many. Name one node.`,
      );
    const spec = specOf(typed, named, parameters);
    return checkStart(spec, situation, 'equation', 'at the start, ');
  },
});

function specOf(
  typed: string,
  named: readonly (readonly [string, readonly Anchor[]])[],
  parameters: Readonly<Record<string, Driven>>,
): ConstraintSpec {
  const first = Object.fromEntries(named.map(([name, [anchor]]) => [name, anchor]));
  const numbers = Object.fromEntries(Object.entries(parameters).map(([name, given]) => [name, firstOf(given)]));
  let spec = refusedAt(() => equation(typed, first, numbers));
  const many = named.find(([name, anchors]) => anchors.length > 1 && spec.relation.points.includes(name));
  if (many) {
    const [name, anchors] = many;
    spec = { ...spec, members: anchors.map((one) => spec.relation.points.map((p) => (p === name ? one : first[p]))) };
  }
  for (const [name, given] of Object.entries(parameters))
    if (typeof given !== 'number' && Object.hasOwn(spec.relation.parameters, name)) spec = driven(spec, name, given);
  return spec;
}
const firstOf = (given: Driven): number => (typeof given === 'number' ? given : given.values[0]);

/** Faults of the text are reported at the text; unknown names have a place of their own. */
function refusedAt<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof EquationError) throw new Refusal('value', { field: 'equation' }, error.message);
    throw error;
  }
}
