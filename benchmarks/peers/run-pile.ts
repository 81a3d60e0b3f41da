/**
 * tsx benchmarks/peers/run-pile.ts ENGINE [COUNT] [SECONDS] [TOLERANCE]
 *
 * A pile of spheres that settles between four walls in jolt, rapier or pliant, with steps of 5 ms: CPU time of a step, and how far
 * spheres sink into each other.
 */
import { piles } from './pile.ts';
import { deepestInPile, pile } from './scenes.ts';

const step = 0.005;
const [engine = 'jolt', count = '1000', seconds = '2', tolerance = '1e-3'] = process.argv.slice(2);
const scene = pile(Number(count));
const running = await piles[engine](scene, step, Number(tolerance));
const places = new Float64Array(7 * scene.positions.length);
const steps = Math.round(Number(seconds) / step);
const part = Math.ceil(steps / 10);
let deepest = 0;
let total = 0;
for (let k = 0; k < steps; k += part) {
  const before = process.cpuUsage();
  for (let i = 0; i < part; i++) running.step();
  const { user, system } = process.cpuUsage(before);
  total += (user + system) / 1e3;
  running.read(places);
  const depth = deepestInPile(scene, places);
  deepest = Math.max(deepest, depth);
  console.log(
    `${((k + part) * step).toFixed(2)} s: ${((user + system) / 1e3 / part).toFixed(2)} ms a step, ${depth.toExponential(2)} m deep`,
  );
}
console.log(
  `${engine}, ${count} spheres: ${(total / part / Math.ceil(steps / part)).toFixed(2)} ms a step, ${deepest.toExponential(2)} m deep at most`,
);
