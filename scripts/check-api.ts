/** Every export of the engine is documented, with an example that compiles. Run by `npm run check:api`. */
import { fileURLToPath } from 'node:url';
import { apiFaults, shownFault } from './api-docs.ts';

const faults = apiFaults(fileURLToPath(new URL('../packages/engine/src/index.ts', import.meta.url)));
for (const fault of faults) console.error(shownFault(fault));
process.exitCode = faults.length ? 1 : 0;
