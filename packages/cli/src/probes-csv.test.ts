import type { Simulation } from '@pliant/io';
import { expect, test } from 'vitest';
import { csvHeader, csvRow } from './probes-csv.ts';

test('columns have units; a name that would break the line is quoted', () => {
  const probe = { kind: 'any', read: () => [1, 2.5] };
  const probes = [
    { ...probe, id: 'a "b", c', unit: 'm', components: ['x', 'y'] },
    { ...probe, id: 'ratio', unit: '', components: [''], read: () => [1 / 3] },
  ];
  const simulation = { probes, world: { time: 0.1 } } as unknown as Simulation;
  expect(csvHeader(simulation)).toBe('time (s),"a ""b"", c.x (m)","a ""b"", c.y (m)",ratio\n');
  expect(csvRow(simulation)).toBe('0.1,1,2.5,0.3333333333333333\n');
});
