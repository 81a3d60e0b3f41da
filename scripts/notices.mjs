/** The notices that the licences of bundled packages ask for: names, versions and texts, from the modules that went in. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folders of the packages that modules belong to.
 *
 * @param {Iterable<string>} modules paths, with queries or markers of a bundler
 */
function packagesOf(modules) {
  const folders = new Set();
  for (const module of modules) {
    const path = module.replace(/^\0+/, '').replace(/\?.*$/s, '').replaceAll('\\', '/');
    const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
  }
  return [...folders].sort();
}

/**
 * One text with the notice of each package. A package without a licence text is an error: it cannot be passed on.
 *
 * @param {Iterable<string>} modules
 */
export function noticesOf(modules) {
  const parts = new Map();
  for (const folder of packagesOf(modules)) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (name === 'pliant' || name.startsWith('@pliant/')) continue;
    const file = readdirSync(folder).find((one) => /^licen[cs]e([.-]|$)/i.test(one));
    if (!file) throw new Error(`${name} ${version} (${license}) has no licence text in its package; do not bundle it.`);
    const text = readFileSync(join(folder, file), 'utf8').trim();
    parts.set(`${name} ${version}`, `${name} ${version} (${license})\n\n${text}\n`);
  }
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return `This product contains the following packages.\n${rule}${[...parts.values()].join(rule)}`;
}
