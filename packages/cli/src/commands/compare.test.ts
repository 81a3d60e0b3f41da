// One scene, several methods and integrators: what is run, what is refused, and what the numbers are worth.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../../tests/support/pliant.ts';
import { main } from '../main.ts';

const folder = scratch();
/** A bob on a rod about the origin, let go from the side. */
const pendulum = {
  pliant: 1,
  name: 'A pendulum',
  step: 0.001,
  duration: 0.2,
  bodies: [{ id: 'bob', kind: 'particles', positions: [[1, 0, 0]], mass: 2 }],
  constraints: [{ id: 'rod', kind: 'distance', a: { body: 'bob', nodes: [0] }, b: [0, 0, 0], length: 1 }],
};
function scene(name: string, changes: object): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...pendulum, ...changes }));
  return path;
}
async function compare(...args: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const status = await main(['compare', ...args], { out: (text) => out.push(text), error: (text) => error.push(text) });
  return { status, stdout: out.join('\n'), stderr: error.join('\n') };
}
async function compared(...args: string[]) {
  const { stdout } = await compare(...args, '--json', '--quiet');
  return JSON.parse(stdout);
}
const named = (list: { choice: { method?: string; integrator?: string } }[]): string[] =>
  list.map(({ choice }) => `${choice.method ?? 'scene'} ${choice.integrator ?? 'scene'}`);

describe('a pendulum', () => {
  const path = scene('pendulum', {});
  test('is run as it is and under what accepts it; the rest is told with reasons', async () => {
    const { runs, declined, until } = await compared(path, '--integrators', 'verlet,rk4,backward-euler');
    expect(until).toBe(0.2);
    expect(named(runs)).toEqual([
      ...['scene scene', 'local verlet', 'local rk4', 'lagrange verlet', 'lagrange rk4'],
      ...['displacement backward-euler', 'reaction verlet', 'reaction rk4'],
      ...['augmented verlet', 'augmented rk4', 'penalty verlet', 'penalty rk4'],
    ]);
    expect(named(declined)).toEqual([
      ...['local backward-euler', 'lagrange backward-euler', 'displacement verlet', 'displacement rk4'],
      ...['reaction backward-euler', 'augmented backward-euler', 'penalty backward-euler'],
    ]);
    for (const { reason } of declined) expect(reason).toMatch(/^constraints\[0\]\.method: ".*under.*Use "/);
    expect(runs[0].hash).toBe(runs[1].hash); // the scene's defaults are local and verlet
    expect(new Set(runs.map(({ hash }: { hash: string }) => hash)).size).toBe(runs.length - 1);
  });
  test('exact methods hold to rounding, keep the energy, and agree about the force, 3 m g sin(angle)', async () => {
    const { runs } = await compared(path, '--methods', 'local,lagrange', '--integrators', 'verlet,rk4');
    for (const { residual, energy, force } of runs) {
      expect(residual.exact.m ?? 0).toBeLessThan(1e-14);
      expect(residual.approximate).toEqual({});
      expect(energy.conservative).toBe(true);
      expect(energy.drift).toBeLessThan(1e-5);
      expect(force.constraint).toBe('rod');
      // angle'' = g cos(angle) from rest: angle = g t^2/2 - g^3 t^6/240; a force is that of a moment within the last step
      const angle = (9.81 * 0.04) / 2 - (9.81 ** 3 * 0.2 ** 6) / 240;
      const change = 3 * 2 * 9.81 * (9.81 * 0.2) * 0.001;
      expect(Math.abs(Math.hypot(...force.newtons) - 3 * 2 * 9.81 * Math.sin(angle))).toBeLessThan(change);
    }
  });
  test('the table has a row for each run and one line for each reason', async () => {
    const { status, stdout } = await compare(path, '--methods', 'displacement', '--until', '0.01', '--quiet');
    const lines = stdout.split('\n');
    expect(status).toBe(0);
    expect(lines[0]).toBe(`${path}: 3 runs to t = 10 ms`);
    expect(lines[1]).toMatch(/method +integrator +peak residual +energy drift +force of "rod" +a step takes +hash/);
    expect(lines[2]).toMatch(/^ {2}local \(the scene\) +verlet /);
    expect(lines.filter((line) => line.includes('under this integrator'))).toHaveLength(1);
  });
});

test('energy is a plain change where something is damped', async () => {
  const bodies = [{ ...pendulum.bodies[0], drag: 3 }];
  const { runs } = await compared(scene('damped', { bodies }), '--methods', 'local', '--integrators', 'rk4');
  for (const { energy } of runs) {
    expect(energy).toMatchObject({ conservative: false, drift: null });
    expect(energy.change).toBeLessThan(-0.1);
  }
});
test('a choice that nothing follows is not run', async () => {
  const constraints = [{ ...pendulum.constraints[0], method: 'lagrange' }];
  const { runs, declined } = await compared(
    scene('own', { constraints }),
    ...['--methods', 'local,lagrange', '--integrators', 'verlet'],
  );
  expect(named(runs)).toEqual(['scene scene', 'lagrange verlet']);
  expect(declined[0].reason).toMatch(/each names its own/);
});
test('a run that diverges is told with the reason, and the others go on', async () => {
  const body = {
    ...{ id: 'cube', kind: 'tet-springs', density: 1, stretch: 1e9 },
    mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1], centre: [0, 0, 0] },
  };
  const nail = { id: 'nail', kind: 'nail', a: { body: 'cube', nodes: [0] }, to: [-0.5, -0.499, -0.5] };
  const path = scene('wild', { bodies: [body], constraints: [nail] });
  const { runs, declined } = await compared(path, '--methods', 'local', '--integrators', 'verlet,implicit-euler');
  expect(named(runs)).toEqual(['local implicit-euler']);
  expect(named(declined)).toEqual(['scene scene', 'local verlet']);
  for (const { reason } of declined) expect(reason).toMatch(/^diverged at t = /);
});
test.each([
  ['--methods', 'local,lagrnge', 'Did you mean "lagrange"?'],
  ['--integrators', 'verlet,', 'is invalid'],
  ['--until', '0', 'positive number'],
])('%s %s is refused', async (option, value, says) => {
  const { status, stderr } = await compare(scene('refused', {}), option, value);
  expect(status).toBe(2);
  expect(stderr).toContain(says);
});
test('a scene with faults is refused as a whole', async () => {
  const { status, stderr } = await compare(scene('faulty', { step: -1 }));
  expect(status).toBe(1);
  expect(stderr).toMatch(/faulty\.json: step — /);
});

test('--out writes a page: four plots with a bar for each run, and the reasons; it does not replace a file unasked', async () => {
  const path = scene('plotted', {});
  const out = join(folder, 'plotted.html');
  const asked = [path, '--methods', 'local,displacement', '--integrators', 'verlet,rk4', '--until', '0.02', '--quiet'];
  const { status, stdout } = await compare(...asked, '--out', out);
  expect(status).toBe(0);
  expect(stdout).toContain('not run:');
  const page = readFileSync(out, 'utf8');
  expect(page.match(/<svg /g)?.length).toBe(4);
  expect(page.match(/<rect /g)?.length).toBe(4 * 3); // the scene, local with verlet and with rk4
  expect(page).toContain('Energy drift, of the largest kinetic energy (logarithmic)');
  expect(page).toContain('Force of "rod" at the end');
  expect(page).toMatch(/<li>displacement with verlet, rk4: .*Use /);
  expect(page).not.toMatch(/<script|https?:|NaN|Infinity/);
  const again = await compare(...asked, '--out', out);
  expect(again.status).not.toBe(0);
  expect(again.stderr).toContain('--out');
  expect((await compare(...asked, '--out', out, '--force')).status).toBe(0);
});
