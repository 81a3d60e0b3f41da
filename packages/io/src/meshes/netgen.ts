/**
 * Netgen's volume meshes (.vol): a text of sections, each a keyword, a count and so many lines. Points count from 1.
 *
 *   mesh3d                     first
 *   dimension                  3
 *   surfaceelements            surface, boundary condition, domain inside, domain outside, np, p1 ... ; -gi and -uv add more
 *   volumeelements             domain, np, p1 ... p4
 *   points                     x y z
 *   materials                  domain, name
 *   endmesh                    last; what follows is the geometry the mesh came from
 *
 * Other sections (edges, names of boundaries, colours) are passed over. Netgen's tets are turned the other way than ours; a
 * file whose tets are turned both ways is refused, for some of them are inside out. Counts are believed only as far as
 * lines follow.
 */
import { isFlat, tetVolume } from '@pliant/engine';
import { Lines, shown } from './lines.ts';
import { MeshError, type MeshFile } from './mesh-file.ts';

const cut = 'it was cut off; copy or export it again.';
const shapes: Record<number, string> = {
  5: 'a pyramid',
  6: 'a prism',
  8: 'a hexahedron',
  10: 'a tet of second order',
};
const sectionNames: Record<string, keyof ReturnType<typeof emptySections>> = {
  surfaceelements: 'surface',
  surfaceelementsgi: 'surface',
  surfaceelementsuv: 'surface',
  volumeelements: 'tets',
  points: 'points',
  materials: 'materials',
};
const emptySections = () => ({
  points: [] as number[],
  tets: { nodes: [] as number[], domains: [] as number[], lines: [] as number[] },
  surface: {
    triangles: [] as number[],
    boundaries: [] as number[],
    inside: [] as number[],
    outside: [] as number[],
    lines: [] as number[],
  },
  materials: new Map<number, string>(),
});

export function readNetgen(bytes: Uint8Array): MeshFile {
  const lines = new Lines(bytes);
  if (!lines.next() || lines.words[0] !== 'mesh3d') {
    throw new MeshError(
      'this is not a Netgen volume mesh: it does not begin with "mesh3d". Export it from Netgen as .vol.',
    );
  }
  const sections = readSections(lines);
  const { points, tets, surface, materials } = sections;
  const nodes = points.length / 3;
  if (tets.domains.length === 0) {
    const has = surface.inside.length ? `${surface.inside.length} surface elements and ` : '';
    throw new MeshError(`the mesh has ${has}no volume elements; generate the volume mesh in Netgen before exporting.`);
  }
  const corners = (ids: readonly number[], at: readonly number[], width: number): Int32Array =>
    Int32Array.from(ids, (id, i) => {
      const line = at[Math.floor(i / width)];
      if (id < 1 || id > nodes) throw new MeshError(`point ${id} is not in the file (points run 1 to ${nodes}).`, line);
      const first = i - (i % width);
      if (ids.indexOf(id, first) < i)
        throw new MeshError(`point ${id} is there twice; an element has different corners.`, line);
      return id - 1;
    });
  const found: MeshFile = {
    positions: Float64Array.from(points),
    ids: Int32Array.from({ length: nodes }, (_, n) => n + 1),
    tets: corners(tets.nodes, tets.lines, 4),
    domains: Int32Array.from(tets.domains),
    names: materials,
    lines: Int32Array.from(tets.lines),
    surface: {
      triangles: corners(surface.triangles, surface.lines, 3),
      boundaries: Int32Array.from(surface.boundaries),
      inside: Int32Array.from(surface.inside),
      outside: Int32Array.from(surface.outside),
    },
  };
  checkTurns(found);
  return found;
}

function readSections(lines: Lines) {
  const sections = emptySections();
  const seen = new Map<string, number>();
  let last = 'mesh3d';
  let known = true;
  while (lines.next()) {
    const [word] = lines.words;
    if (word === 'endmesh') {
      if (!seen.has('points')) lines.fail('the file has no section "points".');
      return sections;
    }
    if (!/^[a-z]/i.test(word)) {
      if (known) {
        lines.fail(
          `${shown(word)} stands after section "${last}", where another should begin; is the count of "${last}" right?`,
        );
      }
      continue; // a line of a section that is passed over
    }
    const section = sectionNames[word];
    known = section !== undefined || word === 'dimension' || word === 'geomtype';
    last = word;
    if (!known) continue;
    const key = section ?? word;
    const before = seen.get(key);
    if (before !== undefined) lines.fail(`section "${word}" stands on line ${before} already; leave one of them out.`);
    seen.set(key, lines.line);
    const count = countOf(lines, word);
    if (word === 'dimension' && count !== 3) lines.fail(`the mesh has ${count} dimensions; a volume mesh has 3.`);
    if (section === undefined) continue;
    for (let i = 1; i <= count; i++) {
      const read = `${i - 1} of ${count} lines of "${word}"`;
      if (!lines.next()) lines.fail(`the file ends after ${read}; ${cut}`);
      if (/^[a-z]\w*$/i.test(lines.words.join(' ')))
        lines.fail(`${shown(lines.words[0])} stands after ${read}; is the count right?`);
      readLine(section, lines, sections, `line ${i} of ${count} of "${word}"`);
    }
  }
  return lines.fail(`the file ends without "endmesh"; ${cut}`);
}

/** On the line of the keyword, or on the next. */
function countOf(lines: Lines, word: string): number {
  if (lines.words.length > 1) return lines.whole(1, `count for "${word}"`);
  if (!lines.next()) lines.fail(`the file ends after "${word}"; ${cut}`);
  return lines.whole(0, `count for "${word}"`);
}

function readLine(
  section: keyof ReturnType<typeof emptySections>,
  lines: Lines,
  { points, tets, surface, materials }: ReturnType<typeof emptySections>,
  where: string,
): void {
  const { words, line } = lines;
  const need = (count: number, what: string): void => {
    if (words.length >= count) return;
    const ending = lines.atEnd ? cut : 'is a line broken, or the count too large?';
    lines.fail(`${where} has ${words.length} of ${count} words (${what}); ${ending}`);
  };
  switch (section) {
    case 'points':
      need(3, 'x y z');
      for (let axis = 0; axis < 3; axis++) points.push(lines.finite(axis, 'coordinate'));
      break;
    case 'tets': {
      need(2, 'domain, corners');
      const domain = lines.whole(0, 'domain');
      const corners = lines.whole(1, 'number of corners', 1);
      if (corners !== 4) {
        const shape = shapes[corners] ?? 'an element';
        lines.fail(`${shape} with ${corners} nodes; only tets of 4 are read. Mesh with tets of first order.`);
      }
      need(6, 'domain, 4, corners');
      for (let k = 2; k < 6; k++) tets.nodes.push(lines.whole(k, 'point'));
      tets.domains.push(domain);
      tets.lines.push(line);
      break;
    }
    case 'surface': {
      need(5, 'surface, boundary, inside, outside, corners');
      const [boundary, inside, outside] = [1, 2, 3].map((k) => lines.whole(k, k === 1 ? 'boundary' : 'domain'));
      const corners = lines.whole(4, 'number of corners', 1);
      if (corners !== 3) {
        lines.fail(
          `a surface element with ${corners} nodes; only triangles of 3 are read. Mesh with tets of first order.`,
        );
      }
      need(8, 'surface, boundary, inside, outside, 3, corners');
      for (let k = 5; k < 8; k++) surface.triangles.push(lines.whole(k, 'point'));
      surface.boundaries.push(boundary);
      surface.inside.push(inside);
      surface.outside.push(outside);
      surface.lines.push(line);
      break;
    }
    case 'materials':
      need(2, 'domain, name');
      materials.set(lines.whole(0, 'domain'), words.slice(1).join(' '));
  }
}

/** Flat tets, and tets turned against most of the others. */
function checkTurns({ positions, tets, lines }: MeshFile): void {
  const turned: number[][] = [[], []]; // negative, positive
  for (let t = 0; t < lines.length; t++) {
    if (isFlat(positions, tets, t)) {
      throw new MeshError('the four points of this tet lie in a plane; mesh the body again.', lines[t]);
    }
    turned[tetVolume(positions, tets, t) > 0 ? 1 : 0].push(t);
  }
  const [fewer, more] = turned.sort((a, b) => a.length - b.length);
  if (fewer.length === 0) return;
  const others = `${fewer.length} of ${fewer.length + more.length} tets are`;
  throw new MeshError(
    `this tet is turned against the others (${others}): it is inside out. Mesh the body again.`,
    lines[fewer[0]],
  );
}
