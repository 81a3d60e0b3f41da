/** Fits a scene to motion data, frame by frame. */
import {
  type FittedBody,
  type FrameFit,
  isSuperquadric,
  type Superquadric,
  Tracker,
  type TrackingOptions,
} from '@pliant/engine';
import type { MotionData } from '../motion/motion-data.ts';
import type { Simulation } from '../scene/simulation.ts';
import { type FitData, fitData } from './data-of.ts';

export interface MotionFit {
  readonly simulation: Simulation;
  readonly data: FitData;
  readonly times: Float64Array;
  readonly bodies: readonly Superquadric[];
  /** fits the next frame; undefined after the last. The world of the simulation has its poses */
  next(): FittedFrame | undefined;
}
export interface FittedFrame extends FrameFit {
  readonly index: number;
  readonly time: number;
  /** x y z of each datum, m; NaN where it is missing */
  readonly positions: Float64Array;
}

/** The options of a fit, from the block "fit". */
function optionsOf(simulation: Simulation): TrackingOptions {
  const { markers: _, points: __, ignore: ___, unit: ____, ...options } = simulation.def.fit ?? {};
  return options as TrackingOptions;
}

export function fitMotion(simulation: Simulation, motion: MotionData): MotionFit {
  const { world, def } = simulation;
  const data = fitData(motion, def.fit, simulation.fit);
  const unit = def.fit?.unit ?? motion.unit ?? 1;
  const tracker = new Tracker(world, data.data, optionsOf(simulation));
  const positions = new Float64Array(3 * data.columns.length);
  let index = 0;
  return {
    simulation,
    data,
    times: motion.times,
    bodies: world.bodies.filter(isSuperquadric),
    next() {
      if (index >= motion.times.length) return undefined;
      data.columns.forEach((column, i) => {
        const from = 3 * (index * motion.names.length + column);
        for (let k = 0; k < 3; k++) positions[3 * i + k] = unit * motion.positions[from + k];
      });
      const fit = tracker.fit(positions);
      const time = motion.times[index];
      world.pose(new Map(fit.bodies.map(({ id, coordinates }: FittedBody) => [id, coordinates])), time);
      return { ...fit, index: index++, time, positions: positions.slice() };
    },
  };
}
