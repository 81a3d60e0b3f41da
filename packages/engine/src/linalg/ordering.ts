/**
 * In which order to eliminate the unknowns of a sparse symmetric system, so that little fills in: approximate minimum
 * degree. Each time the unknown with the fewest neighbours goes; ties go to the lowest index, so the order is a function
 * of the pattern alone.
 *
 * P. R. Amestoy, T. A. Davis, I. S. Duff, An approximate minimum degree ordering algorithm, SIAM J. Matrix Anal. Appl. 17
 * (1996). Used of it: the quotient graph, in which an eliminated pivot p stays as an element, the list Lp of the unknowns
 * that it couples; absorption of the elements inside Lp; the approximate degree, an upper bound,
 *
 *   d_i = |A_i| + |Lp \ i| + sum over the other elements e of i of |Le \ Lp|;
 *
 * mass elimination of those that Lp alone holds. Left out: supervariables and dense rows, which only save time.
 */
import { LeastOf } from './least.ts';

/**
 * The unknown to eliminate first, second, ... The pattern is given by rows, as one triangle or both; diagonal entries do
 * not matter.
 */
export function minimumDegree(
  n: number,
  pointers: Int32Array, // start of each row   (n + 1)
  indices: Int32Array, //  columns, row by row
): Int32Array {
  const order = new Int32Array(n);
  const neighbours = neighboursOf(n, pointers, indices); // A_i: those not yet in a common element
  const elements: number[][] = Array.from({ length: n }, () => []); // the elements that i is in
  const members: number[][] = Array.from({ length: n }, () => []); // Le
  const outside = new Int32Array(n); // |Le \ Lp|, for the elements that Lp touches
  const touched = new Int32Array(n).fill(-1); // the pivot that last touched an element
  const inside = new Int32Array(n).fill(-1); // the pivot in whose Lp an unknown last was
  const gone = new Uint8Array(n); // eliminated unknowns
  const absorbed = new Uint8Array(n); // elements that are part of another
  const degree = Int32Array.from(neighbours, (list) => list.length);
  const least = new LeastOf(degree);

  let placed = 0;
  const eliminate = (i: number): void => {
    order[placed++] = i;
    gone[i] = 1;
    least.remove(i);
    elements[i] = neighbours[i] = [];
  };

  while (placed < n) {
    const p = least.index;
    const Lp: number[] = [];
    const join = (list: readonly number[]): void => {
      for (const i of list) {
        if (gone[i] || i === p || inside[i] === p) continue;
        inside[i] = p;
        Lp.push(i);
      }
    };
    join(neighbours[p]);
    for (const e of elements[p]) {
      join(members[e]);
      absorbed[e] = 1;
      members[e] = [];
    }
    eliminate(p);

    for (const i of Lp) {
      const list = elements[i].filter((e) => !absorbed[e]);
      for (const e of list) {
        if (touched[e] !== p) outside[e] = members[e].length;
        touched[e] = p;
        outside[e]--;
      }
      elements[i] = list;
    }

    const rest = Lp.filter((i) => {
      // An element that lies in Lp says nothing new any more, nor does a neighbour in Lp.
      elements[i] = elements[i].filter((e) => outside[e] > 0);
      neighbours[i] = neighbours[i].filter((j) => !gone[j] && inside[j] !== p);
      const apart = elements[i].length + neighbours[i].length > 0;
      if (!apart) eliminate(i);
      return apart;
    });
    for (const i of rest) {
      let exterior = neighbours[i].length;
      for (const e of elements[i]) exterior += outside[e];
      degree[i] = Math.min(n - placed - 1, rest.length - 1 + Math.min(degree[i], exterior));
      least.changed(i);
      elements[i].push(p);
    }
    members[p] = rest;
  }
  return order;
}

/** Each unknown's neighbours, each once, without itself. */
function neighboursOf(n: number, pointers: Int32Array, indices: Int32Array): number[][] {
  const lists: number[][] = Array.from({ length: n }, () => []);
  for (let i = 0; i < n; i++) {
    for (let at = pointers[i]; at < pointers[i + 1]; at++) {
      const j = indices[at];
      if (i === j) continue;
      lists[i].push(j);
      lists[j].push(i);
    }
  }
  const seenBy = new Int32Array(n).fill(-1);
  return lists.map((list, i) =>
    list.filter((j) => {
      const first = seenBy[j] !== i;
      seenBy[j] = i;
      return first;
    }),
  );
}
