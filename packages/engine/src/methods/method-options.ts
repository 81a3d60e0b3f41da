/** Options of methods: checked, and turned into a key; equal options share one method object. */
import { refusing } from '../base/refusal.ts';

export function checkedOptions<Options extends object>(
  method: string,
  options: Options,
  wanted: {
    readonly positive?: readonly (keyof Options & string)[];
    readonly notNegative?: readonly (keyof Options & string)[];
  },
): string {
  const check = (names: readonly (keyof Options & string)[], least: boolean, words: string): void => {
    for (const name of names) {
      const value = options[name] as number | undefined;
      if (value === undefined || ((least ? value >= 0 : value > 0) && Number.isFinite(value))) continue;
      throw refusing({ of: method })(name, `${value}; it must be ${words}.`);
    }
  };
  check(wanted.positive ?? [], false, 'positive');
  check(wanted.notNegative ?? [], true, 'zero or positive');
  return JSON.stringify(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
}
