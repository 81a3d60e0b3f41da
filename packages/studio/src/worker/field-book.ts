/** The fields of constraints, as their kinds describe them: told with what the scene says of each, and changed while it runs. */
import { type ConstraintDef, describeConstraints, type FieldDescription, type Simulation } from '@pliant/io';
import type { EquationFault } from '../protocol/equations.ts';
import type { FieldInfo, FieldWish, KindInfo } from '../protocol/fields.ts';
import type { Edits } from './edits.ts';
import { faultOf } from './equation-book.ts';

/** entries of a list that are written out */
const most = 4;

export class FieldBook {
  constructor(
    private readonly simulation: () => Simulation,
    private readonly edits: Edits,
  ) {}

  /** constraint: as it is called in the world */
  describe(constraint: string): KindInfo | undefined {
    const { def, listed } = this.#find(constraint);
    const kind = describeConstraints().find((one) => one.kind === def?.kind);
    if (!def || !kind) return undefined;
    const said = def as unknown as Readonly<Record<string, unknown>>;
    return {
      description: kind.description,
      fields: kind.fields.map((field) => infoOf(field, said[field.key], listed)),
    };
  }
  /** What an event adds is not listed. */
  #find(constraint: string): { readonly def: ConstraintDef | undefined; readonly listed: boolean } {
    const { def, constraintIds } = this.simulation();
    const [id] = [...constraintIds].find(([, made]) => made.includes(constraint)) ?? [constraint];
    const listed = def.constraints?.find((one) => one.id === id);
    const added = def.events?.flatMap((event) => (event.do === 'add' ? [event.constraint] : []));
    return { def: listed ?? added?.find((one) => one.id === id), listed: listed !== undefined };
  }

  /** Changes one, or tells why it cannot be and changes nothing. Points are led to the new goal, where the kind knows how. */
  set({ constraint, key, text }: FieldWish): EquationFault | undefined {
    const { def, listed } = this.#find(constraint);
    if (!def || !listed) return { message: `"${constraint}" is not in the scene's list of constraints.` };
    const simulation = this.simulation();
    const kind = describeConstraints().find((one) => one.kind === def.kind);
    const field = kind?.fields.find((one) => one.key === key);
    if (!field) return { message: `"${constraint}" has no field "${key}".` };
    const { [key]: _, ...rest } = def as unknown as Readonly<Record<string, unknown>>;
    const ramp = kind?.ramp && !rest.ramp ? { ramp: true } : {};
    const value = text.trim() ? { [key]: typed(text.trim(), field) } : {};
    const ids = simulation.constraintIds.get(def.id) ?? [];
    const inactive = ids.filter((id) => isInactive(simulation, id));
    try {
      this.edits.set(def.id, { ...rest, ...value, ...ramp } as unknown as ConstraintDef);
    } catch (error) {
      return faultOf(error);
    }
    for (const id of inactive) simulation.world.release(id); // it stays off
    return undefined;
  }
}

const isInactive = ({ world }: Simulation, id: string): boolean => {
  const running = world.constraints.find((one) => one.id === id);
  return running?.members.every((_, m) => !world.isActive(id, m)) ?? false;
};

function infoOf(field: FieldDescription, said: unknown, listed: boolean): FieldInfo {
  const { key, words, unit, fallback, wanted } = field;
  return {
    key,
    words,
    ...(unit === undefined ? {} : { unit }),
    ...(said === undefined ? {} : { value: wanted === undefined ? plain(said) : written(said) }),
    ...(fallback === undefined ? {} : { fallback: plain(fallback) }),
    ...(listed && wanted !== undefined ? { wanted } : {}),
  };
}

/** As it is typed: three numbers need no brackets, a name no quotes. */
function written(value: unknown): string {
  if (typeof value === 'string') return value;
  const isNumbers = Array.isArray(value) && value.every((one) => typeof one === 'number');
  return isNumbers ? value.join(' ') : JSON.stringify(value);
}
/** The value that a text stands for. What is none is left as it is: the scene's checks tell what is wrong with it. */
function typed(text: string, { type, options }: FieldDescription): unknown {
  if (type === 'text' || options?.includes(text)) return text;
  const numbers = text.split(/[\s,]+/).map(Number);
  if (numbers.length > 1 && numbers.every(Number.isFinite)) return numbers;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
/** For reading: `body: cube, nodes: 0 3`. */
function plain(value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, most).map((one) => (Array.isArray(one) ? `[${plain(one)}]` : plain(one)));
    return [...shown, ...(value.length > most ? ['…'] : [])].join(' ');
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${key}: ${plain(one)}`)
    .join(', ');
}
