/**
 * The order of elimination of a symmetric pattern, a function of the pattern only, and its cost.
 *
 * Minimum degree depends on how the unknowns are numbered. A network of 11,520 rods has 1.11 million entries in L when it is
 * numbered along the grid, 1.62 to 1.65 million at random; renumbered breadth-first, 1.35 to 1.41 million. But what is in
 * order already gets worse by it (1.21 million), so both are tried, and the better one is taken.
 *
 * Where a factorisation takes long, nested dissection is tried as well, and the order of fewest operations is taken. Of networks of 11,520, 39,744
 * and 201,720 rods it needs 0.63, 0.48 and 0.39 of the operations of minimum degree. Saddle-point systems, in which unknowns wait for others,
 * have no such order yet.
 */

import { compress } from '../pattern/compress.ts';
import { breadthFirst, type Graph, graphOf, renumbered } from '../pattern/graph.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type AmdOptions, amd } from './amd.ts';
import { nestedDissection } from './dissection.ts';
import { groupedPrecedence, precedenceOf, waiting } from './precedence.ts';
import { type Symbolic, symbolic } from './symbolic.ts';

/** Smaller systems are not worth a second order, nor those that hardly fill in: entries of L over entries of A. */
const largeFrom = 500;
const hardlyFilled = 2;
/** Multiplications and additions from which on nested dissection is tried, which takes as long as some factorisations. */
const dissectedFrom = 5e7;

/**
 * `rank`: 0 primal, 1 multiplier, 2 slider; see precedence.ts. Of unknowns that look alike the lowest goes first in small
 * systems, the highest in large ones, where that has done better: 1.11 instead of 1.38 million entries for 11,520 rods, 6.6
 * instead of 9.0 million for 39,744.
 */
export function cheapestOrder(pattern: Pattern, rank?: Uint8Array): Symbolic {
  const graph = graphOf(pattern);
  const large = graph.n >= largeFrom;
  const first = symbolic(pattern, minimumDegree(graph, rank, large ? 'highest' : 'lowest'));
  if (!large || first.entries < hardlyFilled * pattern.indices.length) return first;
  const numbering = breadthFirst(graph);
  const ranks = rank && Uint8Array.from(numbering, (v) => rank[v]);
  const order = minimumDegree(renumbered(graph, numbering), ranks, 'highest');
  const second = symbolic(
    pattern,
    order.map((k) => numbering[k]),
  );
  const better = second.entries < first.entries ? second : first;
  if (rank || better.flops < dissectedFrom) return better;
  const third = symbolic(pattern, nestedDissection(graph));
  return third.flops < better.flops ? third : better;
}

/** Minimum degree on the compressed graph, expanded to the unknowns. */
export function minimumDegree(graph: Graph, rank?: Uint8Array, ties?: AmdOptions['ties']): Int32Array {
  const precedence = rank && precedenceOf(graph, rank);
  const groups = compress(graph, precedence && waiting(precedence));
  const order = amd(groups.graph, {
    ties: ties ?? 'lowest',
    weight: groups.weight,
    precedence: precedence && groupedPrecedence(precedence, groups.group, groups.graph.n),
  });
  const { memberStarts, members } = groups;
  const expanded = new Int32Array(graph.n);
  let placed = 0;
  for (let k = 0; k < order.length; k++) {
    const g = order[k];
    for (let p = memberStarts[g]; p < memberStarts[g + 1]; p++) expanded[placed++] = members[p];
  }
  return expanded;
}
