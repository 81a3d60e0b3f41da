/**
 * What the colours of a matrix mean. Warm ones are bodies, cold ones constraints: green to the world, blue between bodies.
 *                                                                                                        [MIC08, fig. 5, 6]
 */
import type { EntrySort, MatrixGroup, OrderName } from '@pliant/engine';
import type { Spy } from './spy.ts';

/** Each body its own, and again from the first. */
const warm = ['#b2182b', '#ef8a62', '#d9a400', '#8c510a', '#e34a33', '#c2793b', '#f0c05a', '#7f2704'];
const colours: Record<Exclude<EntrySort, 'body'>, string> = {
  between: '#c4b5a5',
  absolute: '#1b9e5a',
  relative: '#2166ac',
  contact: '#17a2b8',
  slider: '#7b3294',
};
export const spyFill = '#e6e8eb';
const words: Record<Exclude<EntrySort, 'body'>, string> = {
  between: 'between bodies, by taut rows',
  absolute: 'rows to the world',
  relative: 'rows between bodies',
  contact: 'one-sided rows',
  slider: 'what slides',
};
/** What is drawn, and what it is called. */
export const spyTitles: Partial<Record<OrderName, string>> = {
  numbered: 'As numbered',
  band: 'In a band (Cuthill-McKee)',
  used: 'As it is solved (minimum degree)',
};

export const spyColour = ({ sort }: MatrixGroup, index: number): string =>
  sort === 'body' ? warm[index % warm.length] : colours[sort];

/** Of all that is there, with the number of unknowns. */
export function spyLegend({ groups, groupOf }: Spy): { readonly said: string; readonly colour: string }[] {
  const present = new Set(groupOf);
  const bodies = groups.filter(({ sort }) => sort === 'body').length;
  // more bodies than colours: one line for all of them
  const shown = groups.flatMap((group, k) => {
    if (!present.has(k)) return [];
    if (group.sort === 'body') {
      if (bodies > warm.length) return k === 0 ? [{ said: `${bodies} bodies`, colour: warm[0] }] : [];
      return [{ said: `${group.name} (${group.unknowns})`, colour: spyColour(group, k) }];
    }
    const unknowns = group.unknowns ? ` (${group.unknowns})` : '';
    return [{ said: `${words[group.sort]}${unknowns}`, colour: spyColour(group, k) }];
  });
  return [...shown, { said: 'filled in by elimination', colour: spyFill }];
}
