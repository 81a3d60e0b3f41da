/** `reaction` of 5,000 nodes against a model of 10,000 triangles: what a step takes with the constraint, less that without. */
import { createWorld, model, node, outside, particles, reaction, type World } from '../../engine.ts';
import { cpuTimed, leastTimes, milliseconds, type Rounds, type Row } from '../../harness.ts';

const nodes = 5000;
/** 2 (n - 1) n triangles of a bumpy ball: 9,940 */
const rings = 71;
const rounds: Rounds = { warmUpMs: 400, sliceMs: 10, rounds: 60 };

/** A closed surface that is not convex: a ball with waves. */
function bumpyBall(): { positions: Float64Array; triangles: Int32Array } {
  const positions = [0, 1, 0];
  const triangles: number[] = [];
  for (let i = 1; i < rings; i++)
    for (let j = 0; j < rings; j++) {
      const [a, b] = [(Math.PI * i) / rings, (2 * Math.PI * j) / rings];
      const radius = 1 + 0.1 * Math.sin(5 * a) * Math.cos(7 * b);
      positions.push(radius * Math.sin(a) * Math.cos(b), radius * Math.cos(a), radius * Math.sin(a) * Math.sin(b));
    }
  positions.push(0, -1, 0);
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number): number => 1 + (i - 1) * rings + (j % rings);
  for (let j = 0; j < rings; j++) {
    triangles.push(0, at(1, j + 1), at(1, j));
    triangles.push(last, at(rings - 1, j), at(rings - 1, j + 1));
    for (let i = 1; i < rings - 1; i++) {
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j));
      triangles.push(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Nodes spread over the surface, a little above it and pressed onto it, or falling past it. */
function worldOf(held: boolean): World {
  const world = createWorld({ step: 1e-3, integrator: 'euler-cromer', gravity: [0, 0, 0] });
  const ball = model(bumpyBall(), { id: 'ball' });
  world.add(ball);
  const x: number[] = [];
  for (let n = 0; n < nodes; n++) {
    // on a spiral
    const y = 1 - (2 * n + 1) / nodes;
    const [r, a] = [1.15 * Math.sqrt(1 - y * y), 2.399963229728653 * n];
    x.push(r * Math.cos(a), 1.15 * y, r * Math.sin(a));
  }
  const velocities = x.map((e) => -0.05 * e);
  const dust = world.add(particles(x, { id: 'dust', mass: 1, velocities }));
  if (held)
    world.constrain(
      outside(
        Array.from({ length: nodes }, (_, n) => node(dust, n)),
        ball,
      ),
      { id: 'off', method: reaction({ omega: 60 }) },
    );
  world.step(1500); // most have come to the surface
  return world;
}

export const modelRows: readonly Row[] = [
  {
    name: 'reaction-model',
    what: `a step of ${nodes} nodes outside of a model of ${2 * (rings - 1) * rings} triangles, under reaction`,
    scores: [{ target: milliseconds(1), of: ({ held, free }) => held - free }],
    measure() {
      const [held, free] = [worldOf(true), worldOf(false)];
      return leastTimes({ held: cpuTimed(() => held.step()), free: cpuTimed(() => free.step()) }, rounds);
    },
  },
];
