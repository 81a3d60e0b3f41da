/** tsx one-law.ts LAW SEED,SEED,...: what a law finds, as JSON. For faulty-copy.ts. */
import { found } from './over-seeds.ts';

const [law, list] = process.argv.slice(2);
const all = list.split(',').flatMap((text) => {
  const by = found(law, Number(text));
  // JSON has no NaN and no infinity
  return by === undefined ? [] : [{ seed: Number(text), by: Number.isFinite(by) ? by : String(by) }];
});
console.log(JSON.stringify(all));
