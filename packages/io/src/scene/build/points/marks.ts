/** Nodes by what the mesh file says of them: their numbers there, and the domains around them. */
import type { OwnSelectionDef } from '../../schema.ts';
import type { Marks } from '../bodies/mesh-files.ts';

export type MarkSelection = Pick<OwnSelectionDef, 'ids' | 'domain' | 'interface'>;

/** Whether a selection says something of a mesh file. */
export const hasMarks = ({ ids, domain, interface: both }: MarkSelection): boolean =>
  ids !== undefined || domain !== undefined || both !== undefined;

/** Those of some nodes that are meant; or what is wrong: a key below the selection, and words. */
export function marked(
  nodes: readonly number[],
  { ids, domain, interface: both }: MarkSelection,
  marks: Marks | undefined,
  body: string,
): readonly number[] | { readonly key: string; readonly message: string } {
  const key = ids ? 'ids' : domain !== undefined ? 'domain' : both ? 'interface' : undefined;
  if (key === undefined) return nodes;
  if (!marks) return { key, message: `body "${body}" is not from a mesh file; select by "nodes" or by place.` };
  const wanted: number[] = [];
  for (const [at, reference] of [
    ['domain', domain] as const,
    ...(both ?? []).map((d, i) => [`interface[${i}]`, d] as const),
  ]) {
    if (reference === undefined) continue;
    try {
      wanted.push(marks.domain(reference));
    } catch (error) {
      return { key: at, message: (error as Error).message };
    }
  }
  const around = nodes.filter((n) => wanted.every((d) => marks.domains[n].includes(d)));
  if (!ids) return around;
  const place = new Map(Array.from(marks.ids, (id, n) => [id, n]));
  const lost = ids.findIndex((id) => !place.has(id));
  if (lost >= 0) {
    return { key: `ids[${lost}]`, message: `the mesh of body "${body}" has no node ${ids[lost]} of the file.` };
  }
  const own = new Set(around);
  return ids.map((id) => place.get(id) as number).filter((n) => own.has(n));
}
