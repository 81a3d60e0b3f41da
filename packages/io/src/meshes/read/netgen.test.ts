import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { MeshError } from './mesh-file.ts';
import { readMesh } from './read-mesh.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readMesh(bytes(text), 'test.vol');

/** Two tets, one in each domain, that share a face; as Netgen turns them. */
const points = ['0 0 0', '1 0 0', '0 1 0', '0 0 1', '1 1 1'];
const tets = ['1 4 1 3 2 4', '2 4 5 2 3 4'];
const triangles = ['1 7 1 0 3 1 3 2', '2 8 1 2 3 2 3 4'];
const section = (name: string, rows: readonly string[], count: number | string = rows.length): string =>
  [name, count, ...rows].join('\n');
const head = 'mesh3d\ndimension\n3\ngeomtype\n0';
const good = [
  head,
  section('surfaceelements', triangles),
  section('volumeelements', tets),
  section('points', points),
  'endmesh',
].join('\n');

describe('a file that is right', () => {
  test('points, tets, domains, surface', () => {
    const found = read(good);
    expect([...found.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]);
    expect([...found.ids]).toEqual([1, 2, 3, 4, 5]);
    expect([...found.tets]).toEqual([0, 2, 1, 3, 4, 1, 2, 3]);
    expect([...found.domains]).toEqual([1, 2]);
    expect([...found.lines]).toEqual([12, 13]);
    const { triangles: nodes, boundaries, inside, outside } = found.surface;
    expect([[...nodes], [...boundaries], [...inside], [...outside]]).toEqual([
      [0, 2, 1, 1, 2, 3],
      [7, 8],
      [1, 1],
      [0, 2],
    ]);
    expect(found.names.size).toBe(0);
  });
  test('names of domains, unknown sections, what follows endmesh, numbers behind those that are read', () => {
    const more = good
      .replace('endmesh', `${section('materials', ['1 tyre', '2 hub disc'])}\nbcnames\n1\n1 default\nendmesh`)
      .replace('points\n', 'edgesegmentsgi2\n1\n1 0 1 2 -1 -1 1 0 1 0 2 1.5\n\npoints\n')
      .replace('1 3 2\n', '1 3 2 0.25 -0.5\n');
    expect([...read(`${more}\n\ncsgsurfaces 1\nplane 6\n0 0 0 1 0 0\n`).names]).toEqual([
      [1, 'tyre'],
      [2, 'hub disc'],
    ]);
    expect(read(more).tets).toEqual(read(good).tets);
  });
  test.each([
    ['carriage returns', good.replaceAll('\n', '\r\n')],
    ['comments and blank lines', `# made by NETGEN\n\n${good.replaceAll('\n', '   # said\n\n# more\n')}`],
    ['tabs and spaces', good.replaceAll(' ', '\t  ').replaceAll('\n', ' \n  ')],
    ['counts beside their keywords', good.replaceAll(/^(\w+elements|points)\n/gm, '$1 ')],
    ['a mark at the beginning', `\uFEFF${good}`],
    ['exponents', good.replace('0 0 1', '0e0 .0 +1.E+0')],
  ])('%s change nothing', (_, text) => {
    const { lines: _lines, ...found } = read(text);
    const { lines: _its, ...plain } = read(good);
    expect(found).toEqual(plain);
  });
  test('tets turned the other way are as good', () => {
    const mirrored = good.replace('1 4 1 3 2 4', '1 4 1 2 3 4').replace('2 4 5 2 3 4', '2 4 5 3 2 4');
    expect([...read(mirrored).tets]).toEqual([0, 1, 2, 3, 4, 2, 1, 3]);
  });
  test('the format is known by how the file begins, if its name does not tell', () => {
    expect(readMesh(bytes(good), 'wheel').domains.length).toBe(2);
    expect(readMesh(bytes(good), 'folder.d/WHEEL.VOL').domains.length).toBe(2);
  });
});

const swap = (from: string, to: string): string => {
  expect(good).toContain(from);
  return good.replace(from, to);
};
const cut = 'it was cut off; copy or export it again.';

test.each([
  ['empty', '', 'the file is empty; export it again.'],
  [
    'something else',
    'solid cube\n',
    'this is not a Netgen volume mesh: it does not begin with "mesh3d". Export it from Netgen as .vol.',
  ],
  ['two dimensions', swap('dimension\n3', 'dimension\n2'), 'line 3: the mesh has 2 dimensions; a volume mesh has 3.'],
  [
    'no volume',
    swap(section('volumeelements', tets), section('volumeelements', [])),
    'the mesh has 2 surface elements and no volume elements; generate the volume mesh in Netgen before exporting.',
  ],
  [
    'no section of tets',
    swap(section('volumeelements', tets), ''),
    'the mesh has 2 surface elements and no volume elements; generate the volume mesh in Netgen before exporting.',
  ],
  ['no points', swap(section('points', points), ''), 'line 15: the file has no section "points".'],
  ['dangling', swap('5 2 3 4', '5 2 3 9'), 'line 13: point 9 is not in the file (points run 1 to 5).'],
  ['counted from 0', swap('1 3 2 4', '0 3 2 4'), 'line 12: point 0 is not in the file (points run 1 to 5).'],
  ['negative', swap('1 3 2 4', '-1 3 2 4'), 'line 12: "-1" is no point; a whole number, 0 or more, should stand here.'],
  ['dangling triangle', swap('3 2 3 4', '3 2 3 6'), 'line 9: point 6 is not in the file (points run 1 to 5).'],
  ['twice the same', swap('5 2 3 4', '5 2 3 2'), 'line 13: point 2 is there twice; an element has different corners.'],
  ['not a number', swap('0 0 1\n', '0 nan 1\n'), 'line 19: "nan" is no coordinate; a finite number should stand here.'],
  ['infinite', swap('0 0 1\n', '0 0 1e999\n'), 'line 19: "1e999" is no coordinate; a finite number should stand here.'],
  ['hexadecimal', swap('0 0 1\n', '0 0 0x1\n'), 'line 19: "0x1" is no coordinate; a finite number should stand here.'],
  [
    'a broken number',
    swap('1 4 1 3', '1 4 1.5 3'),
    'line 12: "1.5" is no point; a whole number, 0 or more, should stand here.',
  ],
  [
    'a count that is none',
    swap('points\n5', 'points\nmany'),
    'line 15: "many" is no count for "points"; a whole number, 0 or more, should stand here.',
  ],
  [
    'a negative count',
    swap('points\n5', 'points\n-5'),
    'line 15: "-5" is no count for "points"; a whole number, 0 or more, should stand here.',
  ],
  [
    'a huge count',
    swap('volumeelements\n2', 'volumeelements\n2000000000'),
    'line 14: "points" stands after 2 of 2000000000 lines of "volumeelements"; is the count right?',
  ],
  [
    'a broken line',
    swap('1 3 2 4', '1 3\n2 4'),
    'line 12: line 1 of 2 of "volumeelements" has 4 of 6 words (domain, 4, corners); is a line broken, or the count too large?',
  ],
  [
    'a count beyond all',
    swap('points\n5', 'points\n4000000000'),
    'line 15: "4000000000" is no count for "points"; a whole number, 0 or more, should stand here.',
  ],
  [
    'a small count',
    swap('volumeelements\n2', 'volumeelements\n1'),
    'line 13: "2" stands after section "volumeelements", where another should begin; is the count of "volumeelements" right?',
  ],
  [
    'points twice',
    swap('endmesh', `${section('points', points)}\nendmesh`),
    'line 21: section "points" stands on line 14 already; leave one of them out.',
  ],
  [
    'surfaces twice',
    swap('endmesh', `${section('surfaceelementsgi', triangles)}\nendmesh`),
    'line 21: section "surfaceelementsgi" stands on line 6 already; leave one of them out.',
  ],
  [
    'second order',
    swap('1 4 1 3 2 4', '1 10 1 3 2 4 5 6 7 8 9 10'),
    'line 12: a tet of second order with 10 nodes; only tets of 4 are read. Mesh with tets of first order.',
  ],
  [
    'a hexahedron',
    swap('1 4 1 3 2 4', '1 8 1 3 2 4 5 6 7 8'),
    'line 12: a hexahedron with 8 nodes; only tets of 4 are read. Mesh with tets of first order.',
  ],
  [
    'a quad',
    swap('2 8 1 2 3 2 3 4', '2 8 1 2 4 2 3 4 5'),
    'line 9: a surface element with 4 nodes; only triangles of 3 are read. Mesh with tets of first order.',
  ],
  ['flat', swap('0 0 1\n', '1 2 0\n'), 'line 12: the four points of this tet lie in a plane; mesh the body again.'],
  [
    'turned both ways',
    swap('5 2 3 4', '5 3 2 4'),
    'line 12: this tet is turned against the others (1 of 2 tets are): it is inside out. Mesh the body again.',
  ],
  ['without its end', swap('\nendmesh', ''), `line 20: the file ends without "endmesh"; ${cut}`],
  [
    'cut in a line',
    good.slice(0, good.indexOf('2 4 5') + 3),
    `line 13: line 2 of 2 of "volumeelements" has 2 of 6 words (domain, 4, corners); ${cut}`,
  ],
  [
    'cut between lines',
    good.slice(0, good.indexOf('2 4 5')),
    `line 12: the file ends after 1 of 2 lines of "volumeelements"; ${cut}`,
  ],
  ['cut before a count', good.slice(0, good.indexOf('points') + 7), `line 14: the file ends after "points"; ${cut}`],
])('%s: refused in words', (_, text, message) => {
  expect(() => read(text)).toThrow(new MeshError(message));
});

test('what is no text, compressed, or of another format', () => {
  const random = new Random(3);
  const garbage = Uint8Array.from({ length: 2048 }, () => random.below(256));
  expect(() => readMesh(garbage, 'x.vol')).toThrow('this is not a Netgen volume mesh');
  expect(() => readMesh(Uint8Array.of(0x1f, 0x8b, 8), 'x.vol')).toThrow('compressed; unpack it with gunzip first.');
  expect(() => readMesh(bytes('$MeshFormat'), 'x.msh')).toThrow(
    '".msh" is no mesh format known here; give a Netgen volume mesh (.vol).',
  );
  expect(() => readMesh(bytes('hello'), 'x')).toThrow('a file without an ending is no mesh format known here');
});

test('a file cut anywhere, or with bytes changed, seed 11: a mesh or a MeshError, never anything else', () => {
  const random = new Random(11);
  const whole = bytes(good);
  let refused = 0;
  for (let n = 0; n < whole.length + 500; n++) {
    const broken = n < whole.length ? whole.slice(0, n) : whole.slice();
    if (n >= whole.length) for (let k = 0; k < 3; k++) broken[random.below(broken.length)] = 32 + random.below(95);
    try {
      readMesh(broken, 'x.vol');
    } catch (error) {
      expect(error).toBeInstanceOf(MeshError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(whole.length); // every cut, and most of the rest
});
