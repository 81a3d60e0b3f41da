import { suites } from './suites/index.ts';
import { measured } from './harness.ts';
for (const row of await suites.kernel()) {
  if (process.argv[2] && !row.name.match(process.argv[2])) continue;
  const o = await measured(row, 'kernel', Number(process.argv[3] ?? 3));
  console.log(row.name, o.times, o.score.toFixed(3), o.spread.map((s) => s.toFixed(3)).join('..'), o.met);
}
