import { peers } from './engines/index.ts';
import { largestGap } from './scene.ts';
import * as scenes from './scenes.ts';

const [name, which, json = '{}', seconds = '5'] = process.argv.slice(2);
const scene = (scenes as any)[which]();
const peer = await peers[name]();
const setting = json === 'best' ? peer.best[which as 'cubes'] : JSON.parse(json);
const run = await peer.build(scene, setting);
const places = new Float64Array(7 * scene.bodies.length);
let most = 0;
let t = 0;
let least = 1e9;
for (let f = 0; f < Number(seconds) * 60; f++) {
  const a = performance.now();
  run.frame();
  const d = performance.now() - a;
  t += d;
  least = Math.min(least, d);
  run.read(places);
  const gp = largestGap(scene, places);
  if (!(gp <= most)) most = gp;
  if (!(most < 1e3)) break;
}
const out =
  which === 'cubes'
    ? `sag ${(100 * scenes.sagOf(places, scene)).toFixed(3)} %`
    : which === 'bridge'
      ? `sag ${scenes.sagOfBridge(places).toFixed(5)} exact ${scenes.exactBridgeSag().toFixed(5)}`
      : `end ${[...places.slice(-7, -4)]} r ${Math.hypot(...places.slice(-7, -4))}`;
console.log(
  name,
  which,
  JSON.stringify(setting),
  'gap max',
  most,
  'end',
  largestGap(scene, places),
  out,
  'ms/frame',
  (t / (Number(seconds) * 60)).toFixed(3),
  'least',
  least.toFixed(3),
);
process.exit(0);
