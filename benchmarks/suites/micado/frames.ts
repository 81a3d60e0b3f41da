/**
 * What frames cost: a rod whose twist and curve act on each other against one without twist, whose bending is a constant matrix. Both have
 * 100 spans, are clamped at one end and swing under their weight. Both bend alike in the plane they swing in: a rod that is softer takes
 * more iterations in a step, with frames or without (EI = 0.08, 0.05, 0.02: 4, 5, 6).
 */
import { createWorld, type SplineOptions, spline, type World } from '../../engine.ts';
import { atMost, cpuTimed, leastTimes, type Rounds, type Row, type Times, told } from '../../harness.ts';

const spans = 100;
/** m: of a span */
const span = 0.05;
/** Steps of 10 ms before the rod is measured, and those that are measured, from the same state each time. */
const [started, measured] = [20, 20];
const rounds: Rounds = { warmUpMs: 2000, sliceMs: 60, rounds: 25 };

type Section = Pick<SplineOptions, 'EI' | 'EI1' | 'EI2' | 'GJ' | 'rhoJ' | 'rest' | 'normal'>;
const twisted = { GJ: 0.04, rhoJ: 1e-5 };
/** without twist, and with the stiffness of a section against its weight */
const straight = ({ EI, EI1 = 0 }: Section): Section => ({ EI: EI ?? EI1 });
const sections: Readonly<Record<string, Section>> = {
  coupled: { EI: 0.05, ...twisted },
  curved: { EI: 0.05, rest: 0.5, ...twisted },
  strip: { EI1: 0.02, EI2: 0.08, normal: [0, 1, 0], ...twisted },
};

export function swinging(section: Section): World {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: 'displacement' });
  const points = Array.from({ length: spans + 1 }, (_, i) => [span * i, 0, 0]).flat();
  const rest = { EA: 1e4, rhoA: 0.2, drag: 0.2, damping: 0.002, fixed: [0, 1, 2] };
  world.add(spline({ id: 'rod', model: 'cubic', points, ...rest, ...section }));
  return world;
}
/** The steps that are measured, from the same state each time. */
function swing(section: Section): () => void {
  const world = swinging(section);
  world.step(started);
  const kept = world.snapshot();
  return () => {
    world.restore(kept);
    world.step(measured);
  };
}

const framesRow = (name: string): Row => ({
  name: `rods-frames-${name}`,
  what: `a step of a rod of ${spans} spans, ${name}, with frames, against a straight one without twist`,
  scores: [
    { target: atMost(2.5, 'x the time'), of: (times) => times.frames / times.straight },
    ...['straight', 'frames'].map((key) => ({
      name: key,
      target: told('us per step'),
      of: (times: Times) => (1e3 * times[key]) / measured,
    })),
  ],
  measure: () =>
    leastTimes(
      { straight: cpuTimed(swing(straight(sections[name]))), frames: cpuTimed(swing(sections[name])) },
      rounds,
    ),
});
export const frameRows: readonly Row[] = Object.keys(sections).map(framesRow);
