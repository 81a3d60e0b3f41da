/** Edges as chains of nodes, each as long as it gets. */
export function chainsOf(edges: Int32Array): number[][] {
  const neighbours = new Map<number, number[]>();
  const add = (a: number, b: number): void => {
    const list = neighbours.get(a);
    if (list) list.push(b);
    else neighbours.set(a, [b]);
  };
  for (let e = 0; e < edges.length; e += 2) {
    add(edges[e], edges[e + 1]);
    add(edges[e + 1], edges[e]);
  }
  const used = new Set<string>();
  const key = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
  const chains: number[][] = [];
  const follow = (a: number, b: number): void => {
    if (used.has(key(a, b))) return;
    used.add(key(a, b));
    const chain = [a, b];
    let here = b;
    while (neighbours.get(here)?.length === 2) {
      const next = neighbours.get(here)?.find((n) => !used.has(key(here, n)));
      if (next === undefined) break;
      used.add(key(here, next));
      chain.push(next);
      here = next;
    }
    chains.push(chain);
  };
  const ends = [...neighbours].filter(([, list]) => list.length !== 2);
  for (const [node, list] of ends) for (const n of list) follow(node, n);
  for (const [node, list] of neighbours) for (const n of list) follow(node, n); // what is left are rings
  return chains;
}
