/**
 * A beam of 50 x 10 x 10 cm, 1000 kg/m^3, fixed at one end, bends under its own weight: 40 cells of five tets, St. Venant-Kirchhoff with
 * E = 1 MPa and nu = 0.3. Engines without finite elements get the edges of the tets as springs, all of one stiffness, with which the
 * beam comes to rest as deep as with tets.
 */
import type { PeerBody, PeerScene, Spring, Vec3 } from './scene.ts';

const cells = [10, 2, 2] as const;
const edge = 0.05;
const density = 1000;
/** Of every spring, N/m: with it our own springs sag as far as the tets, found by bisection. */
const springStiffness = 14154;

const five = [0, 1, 2, 4, 3, 2, 1, 7, 5, 4, 7, 1, 6, 7, 4, 2, 1, 2, 4, 7];
const mirrored = five.map((_, k) => five[k % 4 < 2 ? k : k ^ 1] ^ 1);

export function beam(): PeerScene {
  const [nx, ny, nz] = cells;
  const nodeAt = (i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);
  const positions: Vec3[] = [];
  for (let k = 0; k <= nz; k++)
    for (let j = 0; j <= ny; j++) for (let i = 0; i <= nx; i++) positions.push([edge * i, edge * j, edge * k]);
  const tets: [number, number, number, number][] = [];
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const corners = ((i + j + k) % 2 ? mirrored : five).map((c) =>
          nodeAt(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)),
        );
        for (let t = 0; t < 5; t++) tets.push(corners.slice(4 * t, 4 * t + 4) as [number, number, number, number]);
      }
  const mass = new Float64Array(positions.length);
  for (const tet of tets) for (const n of tet) mass[n] += (density * volumeOf(tet.map((m) => positions[m]))) / 4;
  const bodies: PeerBody[] = positions.map((position, n) => ({ mass: mass[n], position, fixed: position[0] === 0 }));
  const pairs = new Set(
    tets.flatMap((tet) => tet.flatMap((a) => tet.filter((b) => a < b).map((b) => positions.length * a + b))),
  );
  const springs = [...pairs].map((pair): Spring => {
    const [a, b] = [Math.floor(pair / positions.length), pair % positions.length];
    const length = Math.hypot(...positions[a].map((x, axis) => positions[b][axis] - x));
    return { a, b, length, stiffness: springStiffness };
  });
  const elements = { tets, young: 1e6, poisson: 0.3 };
  return { gravity: [0, -9.81, 0], bodies, pins: [], springs, elements, drag: 3 };
}

function volumeOf([a, b, c, d]: readonly Vec3[]): number {
  const [u, v, w] = [b, c, d].map((p) => p.map((x, axis) => x - a[axis]));
  const cross = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
  return Math.abs(u[0] * cross[0] + u[1] * cross[1] + u[2] * cross[2]) / 6;
}

/** How far the free end has come down, m: the mean of its nodes. */
export function sagOfBeam(places: Float64Array, { bodies }: PeerScene): number {
  let [sum, count] = [0, 0];
  bodies.forEach(({ position }, n) => {
    if (position[0] < edge * cells[0] - 1e-9) return;
    sum += position[1] - places[7 * n + 1];
    count++;
  });
  return sum / count;
}
