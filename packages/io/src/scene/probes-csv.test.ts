import { expect, test } from 'vitest';
import { csvHeader, csvRow } from './probes-csv.ts';

test('columns have units; a name that would break the line is quoted', () => {
  const probes = [
    { id: 'a "b", c', unit: 'm', components: ['x', 'y'] },
    { id: 'ratio', unit: '', components: [''] },
  ];
  expect(csvHeader(probes)).toBe('time (s),"a ""b"", c.x (m)","a ""b"", c.y (m)",ratio\n');
  expect(csvRow(0.1, [1, 2.5, 1 / 3])).toBe('0.1,1,2.5,0.3333333333333333\n');
});
