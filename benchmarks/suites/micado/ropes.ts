/** One long rope with many things that slide: its length and their number grow together.                 [MIC08, fig. 7] */
import {
  createWorld,
  displacementMethod,
  joins,
  keyhole,
  nail,
  particles,
  pearls,
  type Spline,
  spline,
  splinePoint,
  splineSlider,
  type World,
  worldPoint,
} from '../../engine.ts';

/** m: a span, and how many of them belong to each thing that slides */
const span = 0.25;
const spansEach = 2;
/** N s/m: nothing slides far */
const friction = 5;
/** Pearls between two nails; keyholes hold a rope by themselves. */
const pearlsBetween = 5;

/** Level and taut, nailed at its ends and every so many spans; as printed: one linearisation in a step. */
function rope(count: number, between: number): { world: World; body: Spline; places: number[] } {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacementMethod({ paper: true }) });
  const spans = spansEach * count;
  const points = Array.from({ length: spans + 1 }, (_, i) => [span * i, 0, 0]).flat();
  const section = { EA: 1e4, EI: 0.05, GJ: 0.02, rhoA: 0.2, prestress: 0.98 };
  const body = world.add(spline({ id: 'rope', model: 'cubic-paper', points, ...section, drag: 0.5, damping: 0.002 }));
  const nails = Array.from({ length: Math.floor(spans / between) + 1 }, (_, k) => k * between);
  world.constrain(
    nail(
      nails.map((u) => splinePoint(body, u)),
      nails.map((u) => worldPoint(span * u, 0, 0)),
    ),
    { id: 'nails' },
  );
  return { world, body, places: Array.from({ length: count }, (_, k) => spansEach * (k + 0.5) + 0.3) };
}

/** Through so many eyes that stand still: three rows and an unknown each. */
export function throughKeyholes(count: number): World {
  const { world, body, places } = rope(count, spansEach * count);
  world.constrain(joins(places.map((u) => [worldPoint(span * u, 0, 0), splineSlider(body, u, { friction })])), {
    id: 'eyes',
  });
  return world;
}

/** With so many mass points on it: an unknown each. */
export function withPearls(count: number): World {
  const { world, body, places } = rope(count, spansEach * pearlsBetween);
  const beads = world.add(
    particles(
      places.flatMap((u) => [span * u, 0, 0]),
      { id: 'pearls', mass: 0.02 },
    ),
  );
  const nodes = places.map((_, k) => k);
  world.constrain(pearls(beads, nodes, body, places, { friction }), { id: 'threaded' });
  return world;
}

/** m: of the coil that pegs stand on, so that long ropes stay near the origin and are rounded alike */
const coilRadius = 5;
/** Over so many pegs up and down, cut at each: the material slides (spline.md#cuts). One span between two pegs, nailed at its ends. */
export function overPegs(count: number, paper = true): World {
  const world = createWorld({ step: 0.01, integrator: 'backward-euler', method: displacementMethod({ paper }) });
  const place = (k: number): [number, number, number] => {
    const turn = (span * k) / coilRadius;
    return [coilRadius * Math.cos(turn), (k % 2 ? 0.1 : -0.1) + 0.01 * turn, coilRadius * Math.sin(turn)];
  };
  const pegs = Array.from({ length: count }, (_, k) => place(k + 1));
  const points = [place(0), ...pegs, place(count + 1)].flat();
  const cuts = pegs.map((_, k) => k + 1);
  const body = world.add(spline({ id: 'rope', points, cuts, EA: 1e4, EI: 1e-4, rhoA: 0.05, drag: 5, prestress: 0.99 }));
  const perLength = body.spans / body.restLength;
  const at = (body.cuts ?? []).map(({ start }) => ({ body, u: start * perLength }));
  world.constrain(
    keyhole(
      at,
      pegs.map((peg) => worldPoint(...peg)),
      { friction: 1 },
    ),
    { id: 'pegs' },
  );
  const ends = [0, body.spans].map((u) => splinePoint(body, u));
  const places = [0, count + 1].map((k) => worldPoint(...place(k)));
  world.constrain(nail(ends, places), { id: 'ends' });
  return world;
}
