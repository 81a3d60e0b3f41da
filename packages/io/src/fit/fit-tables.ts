/** What a fit found, as CSV: parameters of each frame with their standard deviations, and residuals of each datum. */
import type { Superquadric } from '@pliant/engine';
import type { FittedFrame, MotionFit } from './fit-motion.ts';

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const line = (cells: readonly (string | number)[]): string => `${cells.map((cell) => quoted(`${cell}`)).join(',')}\n`;
/** Nine digits; an unbounded deviation is an empty cell. */
const digits = (value: number): string => (Number.isFinite(value) ? `${Number(value.toPrecision(9))}` : '');

/** Names of the numbers of a body, in the order of its coordinates; local displacements by node. */
function namesOf({ formula, layout }: Superquadric): { readonly coordinates: string[]; readonly velocities: string[] } {
  const local = Array.from({ length: 3 * layout.local }, (_, i) => `d${Math.floor(i / 3)}${'xyz'[i % 3]}`);
  const start = ['x', 'y', 'z', ...formula.free, ...local];
  return {
    coordinates: [...start, 'qw', 'qx', 'qy', 'qz'],
    velocities: [...start, 'rx', 'ry', 'rz'],
  };
}

/** t, then for each body its coordinates and their standard deviations (sd), then rms and largest gap. */
export function parametersHeader({ bodies }: MotionFit): string {
  const columns = bodies.flatMap((body) => {
    const { coordinates, velocities } = namesOf(body);
    return [...coordinates.map((name) => `${body.id} ${name}`), ...velocities.map((name) => `${body.id} sd ${name}`)];
  });
  return line(['t', ...columns, 'rms', 'gap', 'iterations', 'converged']);
}
export function parametersRow(frame: FittedFrame): string {
  const numbers = frame.bodies.flatMap(({ coordinates, deviations }) => [...coordinates, ...deviations].map(digits));
  const { time, rms, gap, iterations, converged } = frame;
  return line([digits(time), ...numbers, digits(rms), digits(gap), iterations, converged ? 1 : 0]);
}

/** A line for each datum that is there: its place, its body, its distance, its weight (0: an outlier). */
export const residualsHeader = line(['t', 'name', 'body', 'x', 'y', 'z', 'residual', 'weight']);
export function residualsRows({ data, bodies }: MotionFit, frame: FittedFrame): string {
  const { time, positions, residuals, weights, parts } = frame;
  return data.data
    .map(({ name }, i) => {
      if (parts[i] < 0) return '';
      const place = [0, 1, 2].map((k) => digits(positions[3 * i + k]));
      return line([digits(time), name, bodies[parts[i]].id, ...place, digits(residuals[i]), digits(weights[i])]);
    })
    .join('');
}
