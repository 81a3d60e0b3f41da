/** What `pliant run` says of contacts: pairs by name with force, point, gap, and whether they stick. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { main } from '../main.ts';

const scene = join(fileURLToPath(new URL('../../../../examples/contact/', import.meta.url)), 'incline.json');
async function run(...args: string[]): Promise<string> {
  const out: string[] = [];
  const status = await main(['run', scene, '--steps', '20', ...args], {
    out: (text) => out.push(text),
    error: (text) => out.push(text),
  });
  expect(status, out.join('\n')).toBe(0);
  return out.join('\n');
}

test('run --json names the pairs, and says how contacts were solved', async () => {
  const { contact } = JSON.parse(await run('--json'));
  expect(contact.pairs.map(({ name, sticks }: { name: string; sticks: boolean }) => [name, sticks])).toEqual([
    ['rough/floor', true],
    ['smooth/floor', false],
    ['ice/floor', false],
  ]);
  const [{ force, push, point, gap, points }] = contact.pairs;
  expect(Math.abs(Math.hypot(...force) - 2 * 9.81)).toBeLessThan(1e-4);
  expect(Math.abs(push - 2 * 9.81 * Math.cos(0.42))).toBeLessThan(1e-4);
  expect(Math.abs(point[1])).toBeLessThan(1e-9);
  expect(Math.abs(gap)).toBeLessThan(1e-12);
  expect(points).toHaveLength(4);
  expect(contact).toMatchObject({ unsolved: 0, halvings: 0 });
  expect(contact.residual).toBeLessThan(1e-10);
});
test('the summary names them, too', async () => {
  expect(await run()).toMatch(/contacts\s[\s\S]*\srough\/floor +19\.62 N, sticks/);
});
