import { integrators, kineticEnergy, potentialEnergy, linearMomentum, type World } from '@pliant/engine';
import { test } from 'vitest';
import { gisslerScene, looseness, stepDivisor } from '../../../../tests/support/gissler.ts';
import { Random } from '../../../../tests/support/random.ts';
import { buildScene } from './build.ts';
import type { SceneDef } from './schema.ts';

function free(integrator: string, damping: number, nails = false): World {
  const { bodies, constraints, events: _, probes: __, ...rest } = gisslerScene('curtain-40');
  const def = { ...rest, gravity: nails ? [0, -9.81, 0] : [0, 0, 0],
    bodies: bodies.filter((b) => b.kind !== 'plane').map((b) => ({ ...b, damping })),
    constraints: constraints?.filter((c) => c.id === 'hinges' || (nails && c.id === 'rail')) } as SceneDef;
  const { world } = buildScene(def, 'free', { integrator, step: def.step / stepDivisor(integrator, 2000) });
  if (!nails) {
  const random = new Random(4);
  const { machine, state } = world;
  const v = state.column('v'), q = state.column('q');
  for (const { start, body } of machine.placed) for (let i = start; i < start + 3 * body.nodeCount; i += 3) {
    const [x, y, z] = [q[i] - 40, q[i + 1] + 10, q[i + 2]];
    const [a, b, c] = [0.05, 0.1, 0.2];
    v[i] = 1 + b * z - c * y + random.between(-0.1, 0.1);
    v[i + 1] = 0.5 + c * x - a * z+ random.between(-0.1, 0.1);
    v[i + 2] = -0.3 + a * y - b * x+ random.between(-0.1, 0.1);
  }
  }
  return world;
}
function sums(world: World) {
  const { state } = world; const [q, v, w] = ['q', 'v', 'w'].map((n) => state.column(n));
  const P = [0, 0, 0], L = [0, 0, 0]; let sp = 0, sl = 0;
  for (let i = 0; i < state.size; i += 1) { if (i % 3) continue; }
  for (const { start, body } of world.machine.placed) for (let i = start; i < start + 3 * body.nodeCount; i += 3) {
    const m = 1 / w[i]; const r = Math.hypot(q[i], q[i + 1], q[i + 2]), s = Math.hypot(v[i], v[i + 1], v[i + 2]);
    for (let k = 0; k < 3; k++) { P[k] += m * v[i + k]; const a = (k + 1) % 3, b = (k + 2) % 3; L[k] += m * (q[i + a] * v[i + b] - q[i + b] * v[i + a]); }
    sp += m * s; sl += m * r * s;
  }
  return { P, L, sp, sl };
}
const apart = (a: number[], b: number[]) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));
test.each(Object.keys(integrators).filter((i) => !integrators[i].implicit))('momentum %s', (i) => {
  const t = performance.now();
  const world = free(i, 10);
  world.step(2);
  const s0 = sums(world), l0 = linearMomentum(world);
  let p = 0, l = 0, lin = 0, loose = 0;
  for (let n = 0; n < 2000; n++) { world.step(); if (n % 20 === 19) { const s = sums(world); p = Math.max(p, apart(s.P, s0.P) / s0.sp); l = Math.max(l, apart(s.L, s0.L) / s0.sl); lin = Math.max(lin, apart(linearMomentum(world), l0) / s0.sp); loose = Math.max(loose, looseness(world)); } }
  console.log(i, 'P', p.toExponential(1), 'lin', lin.toExponential(1), 'L', l.toExponential(1), loose.toFixed(3), 'rel to |P|', (s0.sp / Math.hypot(...s0.P)).toFixed(2), (s0.sl / Math.hypot(...s0.L)).toFixed(2), 'KE', kineticEnergy(world).toFixed(1), (performance.now() - t).toFixed(0), 'ms');
}, 100000);
test.each([true, false])('energy nails %s', (nails) => {
  const world = free('verlet', 0, nails);
  const E = () => kineticEnergy(world) + potentialEnergy(world);
  const e0 = E();
  const out: string[] = []; let ke = 0;
  let lo = Infinity, hi = -Infinity;
  for (let n = 1; n <= 4000; n++) { world.step(); const e = E() - e0; lo = Math.min(lo, e); hi = Math.max(hi, e); ke = Math.max(ke, kineticEnergy(world)); if (n % 500 === 0) { out.push(`${n}: ${lo.toExponential(2)} ${hi.toExponential(2)} ke ${ke.toFixed(0)}`); lo = Infinity; hi = -Infinity; } }
  console.log(e0, out.join('\n'));
}, 100000);
