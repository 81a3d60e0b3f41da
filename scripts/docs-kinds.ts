/** Writes what is made from the descriptions of kinds: docs/kinds/README.md and docs/scene.schema.json. Tests check them. */
import { writeFileSync } from 'node:fs';
import { jsonText, kindsPage, sceneJsonSchema } from '../packages/io/src/index.ts';

const at = (path: string): URL => new URL(`../docs/${path}`, import.meta.url);
writeFileSync(at('scene.schema.json'), `${jsonText(sceneJsonSchema())}\n`);
writeFileSync(at('kinds/README.md'), kindsPage());
