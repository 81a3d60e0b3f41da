/** Integrators and methods are chosen by name, or by value. */
import { advice } from '../base/suggest.ts';
import type { IntegratorChoice } from '../bodies/body.ts';
import type { Method } from '../constraints/method.ts';
import { allIntegrators } from '../integrators/index.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { methods } from '../methods/by-name.ts';

/**
 * A method by its name, "lagrange", or by value, `lagrangeMethod({ a: 0.3 })`.
 * @example const choice: MethodChoice = 'lagrange';
 */
export type MethodChoice = string | Method;

/** The integrator of a choice; `where` begins the message if there is none. */
export function chosenIntegrator(choice: IntegratorChoice, where: string): Integrator {
  if (typeof choice === 'string') return named(allIntegrators, choice, where);
  if (Array.isArray((choice as Partial<Integrator>)?.stages)) return choice as Integrator;
  throw new Error(unusable(where, choice, `"verlet", or one of \`allIntegrators\``));
}
/** The method of a choice; `where` begins the message if there is none. */
export function chosenMethod(choice: MethodChoice, where: string): Method {
  if (typeof choice === 'string') return named(methods, choice, where);
  if (typeof (choice as Partial<Method>)?.rule === 'function') return choice;
  throw new Error(unusable(where, choice, '"local", or a value such as `localMethod()`'));
}

function named<Kind>(known: Readonly<Record<string, Kind>>, name: string, where: string): Kind {
  if (Object.hasOwn(known, name)) return known[name];
  const remedy = advice(name, Object.keys(known));
  throw new Error(`${where} — "${name}" is unknown. ${remedy[0].toUpperCase()}${remedy.slice(1)}`);
}
const unusable = (where: string, choice: unknown, remedy: string): string =>
  `${where} — ${choice === null || typeof choice !== 'object' ? String(choice) : 'an object'} cannot be used. Give a name such as ${remedy}.`;
