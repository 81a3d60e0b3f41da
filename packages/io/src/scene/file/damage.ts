/** What of a scene has faults of form. The rest is looked into all the same, and nobody is blamed for referring to these. */
import type { BodyDef, ConstraintDef, SceneDef } from '../schema.ts';
import { type Fault, keysOf } from './faults.ts';

type Section = 'bodies' | 'constraints' | 'events' | 'probes';
export interface Item<T> {
  readonly one: T;
  readonly path: string;
}

const named = (keys: readonly (string | number)[]): string => keys.join('\0');

export class Damage {
  /** paths with a fault at them or below, as their keys */
  readonly #bad = new Set<string>();
  /** names of parts of which nothing can be made */
  readonly lost: Readonly<Record<'bodies' | 'constraints' | 'probes', Set<string>>> = {
    bodies: new Set(),
    constraints: new Set(),
    probes: new Set(),
  };

  constructor(faults: readonly Fault[] = []) {
    for (const { path } of faults) {
      const keys = keysOf(path);
      for (let n = 0; n <= keys.length; n++) this.#bad.add(named(keys.slice(0, n)));
    }
  }

  get any(): boolean {
    return this.#bad.size > 0;
  }
  /** Whether there is a fault at a path, or below it. */
  isBad(path: string): boolean {
    return this.#bad.size > 0 && this.#bad.has(named(keysOf(path)));
  }
  /** The parts of a section of which something can be made, with their paths; names of the others are noted. */
  #items<T>(list: readonly T[] | undefined, section: Section, names: readonly string[]): Item<T>[] {
    if (!Array.isArray(list)) return [];
    return list.flatMap((one: T, i) => {
      const path = `${section}[${i}]`;
      if (!this.isHopeless(one, path, names)) return [{ one, path }];
      if (section !== 'events') this.lose(one, section);
      return [];
    });
  }
  /** Whether nothing can be made of a part: it is no object, or the fault is at one of these keys. */
  isHopeless(one: unknown, path: string, names: readonly string[]): boolean {
    if (typeof one !== 'object' || one === null) return true;
    const said = one as Readonly<Record<string, unknown>>;
    return names.some((name) => typeof said[name] !== 'string' || this.isBad(`${path}.${name}`));
  }
  /** Its name is known, and nothing else. */
  lose(one: unknown, section: keyof Damage['lost']): void {
    const id = (one as { id?: unknown } | null)?.id;
    if (typeof id === 'string') this.lost[section].add(id);
  }
  bodies = ({ bodies }: SceneDef): Item<BodyDef>[] => this.#items(bodies, 'bodies', ['id', 'kind']);
  constraints = ({ constraints }: SceneDef) => this.#items(constraints, 'constraints', ['id', 'kind']);
  /** Constraints of a known kind without a name: nobody can refer to them, but what else they say is looked into. */
  nameless = ({ constraints }: SceneDef): Item<ConstraintDef>[] =>
    !this.any || !Array.isArray(constraints)
      ? []
      : constraints.flatMap((one: ConstraintDef, i) => {
          const path = `constraints[${i}]`;
          const isNamed = !this.isHopeless(one, path, ['id']);
          return isNamed || this.isHopeless(one, path, ['kind']) ? [] : [{ one: { ...one, id: path }, path }];
        });
  events = ({ events }: SceneDef) => this.#items(events, 'events', ['do']);
  probes = ({ probes }: SceneDef) => this.#items(probes, 'probes', ['id', 'kind']);
}
