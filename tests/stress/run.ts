/**
 * npm run stress -- --drops N --seed S [--from K] [--minutes M]
 *
 * Runs drops K, K + 1, ... of a seed and prints those that go wrong, each with the command that runs it again:
 * npm run stress -- --seed S --from K --drops 1
 */
import { parseArgs } from 'node:util';
import { makeDrop, run } from './drops.ts';

const { values } = parseArgs({
  options: {
    drops: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    minutes: { type: 'string' },
  },
});
function whole(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  console.error(`--${name}: "${text}" is not a whole number. Give one of at least 0.`);
  process.exit(2);
}
const [drops, seed, from] = [whole('drops', values.drops), whole('seed', values.seed), whole('from', values.from)];
const until = values.minutes === undefined ? Infinity : Date.now() + 60_000 * whole('minutes', values.minutes);

let [done, failed, depth, energy] = [0, 0, 0, -1];
/** drops whose energy grew by more than each */
const shares = [0.02, 0.1, 0.25, 0.5];
const above = shares.map(() => 0);
for (; done < drops && Date.now() < until; done++) {
  const drop = makeDrop(seed, from + done);
  const outcome = run(drop);
  depth = Math.max(depth, outcome.depth);
  energy = Math.max(energy, outcome.energy);
  shares.forEach((share, k) => {
    if (outcome.energy > share) above[k]++;
  });
  if (drops === 1) console.log(`${drop.words}\nhash ${outcome.hash}`);
  if ((done + 1) % 5000 === 0) console.log(`${done + 1} drops, ${failed} failed`);
  if (outcome.fault === undefined) continue;
  failed++;
  console.log(
    `drop ${from + done}: ${outcome.fault}\n  ${drop.words}\n  npm run stress -- --seed ${seed} --from ${from + done} --drops 1`,
  );
}
console.log(
  `${done} drops of seed ${seed}: ${failed} failed; depth at most ${depth.toPrecision(3)} of what is allowed, energy at most ${energy.toPrecision(3)} above its start (${shares.map((share, k) => `more than ${100 * share} %: ${above[k]}`).join(', ')}).`,
);
process.exitCode = failed ? 1 : 0;
