/** The process that cases run in: it gets cases one by one and answers with a verdict. Started by runner.ts. */
import type { FuzzCase } from './cases.ts';
import { judge } from './judge.ts';

process.on('message', async (input: FuzzCase) => {
  process.send?.(await judge(input));
});
process.on('disconnect', () => process.exit());
