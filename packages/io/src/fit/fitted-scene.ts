/**
 * The scene of one fitted frame: its superquadrics where and as they were found, the data as points, outliers apart, and residuals as
 * lines from each datum to the model. It opens in the studio, and runs on from there; data and lines stay where they are. Local displacements are not part of the scene format and are left out.
 */
import type { BodyDef, SceneDef } from '../scene/schema.ts';
import type { FittedFrame, MotionFit } from './fit-motion.ts';

const digits = (x: number): number => Number(x.toPrecision(9));

export function fittedScene({ simulation, bodies, data }: MotionFit, frame: FittedFrame): SceneDef {
  const { def } = simulation;
  const found = new Map(frame.bodies.map(({ id, coordinates }, p) => [id, { coordinates, body: bodies[p] }]));
  const posed = def.bodies.map((one) => {
    const own = found.get(one.id);
    if (!own) return one;
    const { coordinates, body } = own;
    const { formula, layout } = body;
    const shape = { ...(one as { shape?: object }).shape } as Record<string, unknown>;
    formula.free.forEach((name, k) => {
      shape[name] = digits(coordinates[layout.shapeAt + k]);
    });
    const [w, x, y, z] = Array.from(coordinates.subarray(layout.turn, layout.turn + 4), digits);
    const place = { translate: Array.from(coordinates.subarray(0, 3), digits), rotate: [x, y, z, w] };
    return { ...one, shape, place } as BodyDef;
  });
  const { fit: _, ...rest } = def;
  return {
    ...rest,
    name: `${def.name}, t = ${digits(frame.time)} s`,
    bodies: [...posed, ...dataOf(data.data.length, frame)],
  };
}

/** Data are drawn as balls: of this part of their longest extent, m, where outliers do not count. */
const dot = 0.01;
function dotRadius(count: number, { positions, weights }: FittedFrame): number {
  const extent = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < count; i++) {
      if (!(weights[i] > 0)) continue;
      low = Math.min(low, positions[3 * i + axis]);
      high = Math.max(high, positions[3 * i + axis]);
    }
    return high - low;
  });
  return digits(dot * Math.max(...extent));
}

const still = { mass: 1e-6, fixed: { nodes: 'all' } } as const;

/** Points that count, those that do not, and lines to the model. */
function dataOf(count: number, frame: FittedFrame): BodyDef[] {
  const { positions, modelPoints, weights, parts } = frame;
  const radius = dotRadius(count, frame);
  const ball = (part: number) => (radius > 0 && Number.isFinite(radius) ? { radius: digits(part * radius) } : {});
  const place = (x: Float64Array, i: number): number[] => Array.from(x.subarray(3 * i, 3 * i + 3), digits);
  const group = (id: string, colour: string, has: (i: number) => boolean): BodyDef[] => {
    const places = Array.from({ length: count }, (_, i) => i)
      .filter((i) => parts[i] >= 0 && has(i))
      .map((i) => place(positions, i));
    return places.length ? [{ id, kind: 'particles', positions: places, ...still, ...ball(1), colour } as BodyDef] : [];
  };
  const there = Array.from({ length: count }, (_, i) => i).filter((i) => parts[i] >= 0);
  const mesh = {
    kind: 'inline',
    positions: there.flatMap((i) => [place(positions, i), place(modelPoints, i)]),
    edges: there.map((_, k) => [2 * k, 2 * k + 1]),
  };
  const lines = {
    id: 'residuals',
    kind: 'particles',
    mesh,
    ...still,
    ...ball(0.3),
    colour: '#e07b00',
  } as unknown as BodyDef;
  return [
    ...group('data', '#1f1f24', (i) => weights[i] > 0),
    ...group('outliers', '#d62828', (i) => weights[i] === 0),
    ...(there.length ? [lines] : []),
  ];
}
