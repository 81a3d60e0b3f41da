/** One row, measured in this process; the harness starts it and takes its times. */
import { suites } from './suites/index.ts';

const [suite, name] = process.argv.slice(2);
const row = (await suites[suite]()).find((one) => one.name === name);
if (!row) throw new Error(`suite "${suite}" has no row "${name}".`);
try {
  process.send?.(await row.measure());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
