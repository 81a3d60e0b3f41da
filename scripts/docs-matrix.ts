/** Writes docs/matrix.md: what works with what. tests/matrix.test.ts checks a share of it. */
import { writeFileSync } from 'node:fs';
import { matrixPage } from '../tests/matrix/page.ts';

writeFileSync(new URL('../docs/matrix.md', import.meta.url), matrixPage());
