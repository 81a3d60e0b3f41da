/** Nobody but a kind itself asks for its name: what others need to know of it is a trait. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allIntegrators, constraintKinds, methodKinds } from '../packages/engine/src/index.ts';

const root = fileURLToPath(new URL('../packages', import.meta.url));
const bodies = ['tet-springs', 'tet-fem', 'hex-metric', 'spline', 'particles', 'plane', 'model'];
const names = [...constraintKinds().keys(), ...Object.keys(methodKinds), ...Object.keys(allIntegrators), ...bodies];

/** Where a name stands for the kind itself, and why. */
const allowed: Readonly<Record<string, string>> = {
  'studio/src/worker/equation-book.ts': 'the desk on which equations are typed',
};

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !/\.(test|long)\.ts$/.test(entry.name) ? [path] : [];
  });

test('no code compares the names of kinds', () => {
  const one = `'(?:${names.join('|')})'`;
  const comparison = new RegExp(`\\b(?:kind|method|integrator) (?:===|!==) ${one}|\\bshape\\.name (?:===|!==) '`, 'g');
  const found = sources(root).flatMap((path) => {
    const name = relative(root, path);
    const text = readFileSync(path, 'utf8');
    return Object.hasOwn(allowed, name) ? [] : (text.match(comparison) ?? []).map((words) => `${name}: ${words}`);
  });
  expect(found).toEqual([]);
});
