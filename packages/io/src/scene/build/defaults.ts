/**
 * What holds where nothing is said. It follows the bodies: a rope is stiff, so its step is one solve, with its constraints in
 * it: "backward-euler" and "displacement". What a constraint ties to a rope is in the same solve. Constraints on rigid bodies are
 * under "lagrange". All else is under "verlet" and "local".
 *
 * Whoever says something has it: an integrator of the body or of the scene, a method of the constraint or of the scene. A
 * rope that a constraint holds by a method of its own, such as "lagrange", stays where that method can hold it.
 */
import { allIntegrators, bodiesOf, field, type Method, methodKinds } from '@pliant/engine';
import { Faults } from '../file/faults.ts';
import { type SceneDef, sceneDefaults } from '../schema.ts';
import type { Cast } from './cast.ts';
import type { Draft, Made } from './constraints/constraints.ts';
import { checkMethod, methodOf } from './constraints/methods.ts';
import { pushedApart } from './constraints/overlap.ts';

/** Of ropes, and of what is tied to them. */
const solved = { integrator: 'backward-euler', method: 'displacement' } as const;

/** Of rigid bodies, which turn. */
const turning = 'lagrange';

export class Defaults {
  readonly #def: SceneDef;
  readonly #cast: Cast;
  /** of bodies for which nothing is said and the scene's own default does not do: by id */
  readonly integrators: ReadonlyMap<string, string>;

  constructor(def: SceneDef, cast: Cast, drafts: Iterable<Draft>) {
    this.#def = def;
    this.#cast = cast;
    this.integrators = def.defaults?.integrator === undefined ? this.#ofRopes([...drafts]) : new Map();
  }

  #ofRopes(drafts: readonly Draft[]): Map<string, string> {
    const found = new Map<string, string>();
    const ties = drafts.map((one) => ({ bodies: [...bodiesOf(one.spec.members)], method: this.#said(one) }));
    const isFree = (id: string): boolean =>
      this.#cast.member(id)?.body.integrator === undefined &&
      !ties.some(({ bodies, method }) => method && !method.solves && bodies.includes(id));
    for (const { body } of this.#cast.members)
      if (field.isRod(body) && isFree(body.id)) found.set(body.id, solved.integrator);
    // and all that is tied to them, however many ties away
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const { bodies } of ties)
        if (bodies.some((id) => found.has(id)))
          for (const id of bodies) if (isFree(id)) found.set(id, solved.integrator);
    }
    return found;
  }
  #said({ def }: Draft): Method | undefined {
    const said = def.method ?? this.#def.defaults?.method;
    if (said === undefined) return undefined;
    const known = new Faults(); // they are told where they stand; such a method counts as not given
    checkMethod(said, '', known);
    return known.any ? undefined : methodOf(said);
  }

  /** The constraint with the method that holds it. */
  made(draft: Draft): Made {
    const follows = (): Method => {
      const bodies = [...bodiesOf(draft.spec.members)];
      if (bodies.some((id) => allIntegrators[this.integratorOf(id)]?.solved))
        return methodKinds[solved.method].make({});
      const turns = bodies.some((id) => this.#cast.member(id)?.body.curved);
      return methodKinds[turns ? turning : sceneDefaults.method].make({});
    };
    return pushedApart({ ...draft, method: this.#said(draft) ?? follows() }, (id) => this.#cast.start(id));
  }
  /** What a body follows at the start. */
  integratorOf(id: string): string {
    const own = this.#cast.member(id)?.body.integrator;
    const named = typeof own === 'object' ? own.kind : own;
    return named ?? this.integrators.get(id) ?? this.#def.defaults?.integrator ?? sceneDefaults.integrator;
  }
}
