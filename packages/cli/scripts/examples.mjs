// Before the package is packed: copies the repository's examples into it. Afterwards: takes them out again.
import { cpSync, rmSync } from 'node:fs';

const own = new URL('../examples/', import.meta.url);
rmSync(own, { recursive: true, force: true });
if (process.argv[2] === 'copy') cpSync(new URL('../../../examples/', import.meta.url), own, { recursive: true });
