import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { MeshError } from '../mesh-error.ts';
import { readMesh } from '../read-mesh.ts';

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
    expect([...found.points]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]);
    expect([found.vertexIds, found.firstId]).toEqual([undefined, 1]);
    expect([...found.tets.nodes]).toEqual([0, 2, 3, 1, 4, 1, 3, 2]); // turned: Netgen's have negative volumes
    expect([...found.tets.regions]).toEqual([1, 2]);
    expect([...(found.tets.lines ?? [])]).toEqual([12, 13]);
    expect([...found.triangles.nodes]).toEqual([0, 2, 1, 1, 2, 3]);
    expect([...found.triangles.regions]).toEqual([7, 8]);
    expect(found.names.volume.size).toBe(0);
  });
  test('names of domains, unknown sections, what follows endmesh, numbers behind those that are read', () => {
    const more = good
      .replace('endmesh', `${section('materials', ['1 tyre', '2 hub disc'])}\nbcnames\n1\n7 inner wall\nendmesh`)
      .replace('points\n', 'edgesegmentsgi2\n1\n1 0 1 2 -1 -1 1 0 1 0 2 1.5\n\npoints\n')
      .replace('1 3 2\n', '1 3 2 0.25 -0.5\n');
    const { names } = read(`${more}\n\ncsgsurfaces 1\nplane 6\n0 0 0 1 0 0\n`);
    expect([...names.volume]).toEqual([
      [1, 'tyre'],
      [2, 'hub disc'],
    ]);
    expect([...names.surface]).toEqual([[7, 'inner wall']]);
    expect(read(more).tets.nodes).toEqual(read(good).tets.nodes);
  });
  test.each([
    ['carriage returns', good.replaceAll('\n', '\r\n')],
    ['comments and blank lines', `# made by NETGEN\n\n${good.replaceAll('\n', '   # said\n\n# more\n')}`],
    ['tabs and spaces', good.replaceAll(' ', '\t  ').replaceAll('\n', ' \n  ')],
    ['counts beside their keywords', good.replaceAll(/^(\w+elements|points)\n/gm, '$1 ')],
    ['a mark at the beginning', `\uFEFF${good}`],
    ['exponents', good.replace('0 0 1', '0e0 .0 +1.E+0')],
  ])('%s change nothing', (_, text) => {
    const found = read(text);
    const plain = read(good);
    expect(found.points).toEqual(plain.points);
    for (const kind of ['tets', 'triangles'] as const)
      expect({ ...found[kind], lines: 0 }).toEqual({ ...plain[kind], lines: 0 });
  });
  test('tets turned the other way are as good', () => {
    const mirrored = good.replace('1 4 1 3 2 4', '1 4 1 2 3 4').replace('2 4 5 2 3 4', '2 4 5 3 2 4');
    expect([...read(mirrored).tets.nodes]).toEqual([0, 1, 2, 3, 4, 2, 1, 3]);
    expect(read(mirrored).notices).toEqual([]);
  });
  test('the format is known by how the file begins, if its name does not tell', () => {
    expect(readMesh(bytes(good), 'wheel').tets.regions.length).toBe(2);
    expect(readMesh(bytes(good), 'folder.d/WHEEL.VOL').tets.regions.length).toBe(2);
  });
});

const swap = (from: string, to: string): string => {
  expect(good).toContain(from);
  return good.replace(from, to);
};
const cut = 'The file was cut off; copy or export it again.';
const mend = '`pliant convert --repair` mends this, or mesh the body again.';
const whole = 'a whole number from 0 to 2147483647 is expected here.';

test.each([
  ['empty', '', 'the file is empty; export it again.'],
  ['two dimensions', swap('dimension\n3', 'dimension\n2'), 'line 3: the mesh has 2 dimensions; a volume mesh has 3.'],
  ['no points', swap(section('points', points), ''), 'line 15: the file has no section "points".'],
  [
    'dangling',
    swap('5 2 3 4', '5 2 3 9'),
    `1 of 2 tets refers to vertices that the file does not have: the tet on line 13 (vertex 9). ${mend}`,
  ],
  [
    'counted from 0',
    swap('1 3 2 4', '0 3 2 4'),
    `1 of 2 tets refers to vertices that the file does not have: the tet on line 12 (vertex 0). ${mend}`,
  ],
  ['negative', swap('1 3 2 4', '-1 3 2 4'), `line 12: "-1" is not a valid point; ${whole}`],
  [
    'dangling triangle',
    swap('3 2 3 4', '3 2 3 6'),
    `1 of 2 triangles refers to vertices that the file does not have: the triangle on line 9 (vertex 6). ${mend}`,
  ],
  [
    'twice the same',
    swap('5 2 3 4', '5 2 3 2'),
    `1 of 2 tets has the same vertex twice: the tet on line 13 (vertex 2). ${mend}`,
  ],
  [
    'not a number',
    swap('0 0 1\n', '0 nan 1\n'),
    `2 of 2 tets have vertices whose coordinates are not finite numbers: the tet on line 12 (vertex 4), the tet on line 13 (vertex 4). 1 of 2 triangles has a vertex whose coordinates are not finite numbers: the triangle on line 9 (vertex 4). ${mend}`,
  ],
  ['hexadecimal', swap('0 0 1\n', '0 0 0x1\n'), 'line 19: "0x1" is not a valid coordinate; a number is expected here.'],
  [
    'a broken number',
    swap('1 4 1 3', '1 4 1.5 3'),
    'line 12: "1.5" is not a valid point; a whole number is expected here.',
  ],
  [
    'a count that is none',
    swap('points\n5', 'points\nmany'),
    'line 15: "many" is not a valid number of points; a whole number is expected here.',
  ],
  [
    'a negative count',
    swap('points\n5', 'points\n-5'),
    'line 15: "-5" is not a valid number of points; 0 or more is expected here.',
  ],
  [
    'a huge count',
    swap('volumeelements\n2', 'volumeelements\n2000000000'),
    `line 11: 2000000000 volumeelements are announced, and 71 bytes follow. ${cut}`,
  ],
  [
    'a broken line',
    swap('1 3 2 4', '1 3\n2 4'),
    'line 12: the line ends where a point should stand; is a line broken, or a count too large?',
  ],
  [
    'a small count',
    swap('volumeelements\n2', 'volumeelements\n1'),
    'line 13: "2" stands after section "volumeelements", where another should begin; is its count right?',
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
  ['a prism', swap('1 4 1 3 2 4', '1 6 1 3 2 4 5 1'), 'line 12: a prism; tets and hexes are read. Mesh with these.'],
  ['flat', swap('0 0 1\n', '1 2 0\n'), `1 of 2 tets is flat: the tet on line 12. ${mend}`],
  [
    'turned both ways',
    swap('5 2 3 4', '5 3 2 4'),
    `1 of 2 tets is inside out, against the others: the tet on line 12. ${mend}`,
  ],
  ['without its end', swap('\nendmesh', ''), `line 20: the file ends where "endmesh" should stand. ${cut}`],
  [
    'cut in a line',
    good.slice(0, good.indexOf('2 4 5') + 3),
    `line 11: 2 volumeelements are announced, and 16 bytes follow. ${cut}`,
  ],
  [
    'cut before a count',
    good.slice(0, good.indexOf('points') + 7),
    `line 15: the file ends where a number of points should stand. ${cut}`,
  ],
])('%s: refused, with a message', (_, text, message) => {
  let told: unknown;
  try {
    read(text);
  } catch (error) {
    told = error;
  }
  expect(told).toBeInstanceOf(MeshError);
  expect((told as MeshError).message).toBe(message);
});

test('a hexahedron and a quad are read, the quad as two triangles', () => {
  const found = read(
    swap(section('volumeelements', tets), section('volumeelements', ['1 8 1 2 3 4 6 7 8 9']))
      .replace(
        section('points', points),
        section('points', ['0 0 0', '1 0 0', '1 1 0', '0 1 0', '9 9 9', '0 0 1', '1 0 1', '1 1 1', '0 1 1']),
      )
      .replace('1 7 1 0 3 1 3 2', '1 7 1 0 4 1 2 3 4'),
  );
  expect([...found.hexes.nodes]).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  expect([...found.triangles.nodes]).toEqual([0, 1, 2, 0, 2, 3, 1, 2, 3]);
  expect(found.notices).toEqual(['1 quad was split into two triangles each.']);
});
test('without volume elements: a surface, with a notice', () => {
  const found = read(swap(section('volumeelements', tets), section('volumeelements', [])));
  expect([found.tets.regions.length, found.triangles.regions.length]).toEqual([0, 2]);
  expect(found.notices).toEqual([
    'the file has no volume elements; generate the volume mesh in Netgen before exporting.',
  ]);
});

test('what is no text, compressed, or of another format', () => {
  const random = new Random(3);
  const garbage = Uint8Array.from({ length: 2048 }, () => random.below(256));
  expect(() => readMesh(garbage, 'x.vol')).toThrow('this is not a Netgen volume mesh');
  expect(() => readMesh(Uint8Array.of(0x1f, 0x8b, 8), 'x.vol')).toThrow('compressed; unpack it with gunzip first.');
  expect(() => readMesh(bytes('hello'), 'x.abc')).toThrow('".abc" is not a known mesh format; these are: .vol, ');
  expect(() => readMesh(bytes('hello'), 'x')).toThrow('a file without an ending is not a known mesh format');
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
