/** The scenes of the comparison, and what is known of each exactly. */
import type { Anchor, PeerBody, PeerScene, Pin, Quat, Spring, Vec3 } from './scene.ts';

const g = 9.81;

/**
 * The curtain of examples/gissler-2006/sag-790.json without its volume springs, which not all engines have: 20 rows of 40 and 39
 * cubes of 10 cm and 1 kg, 8 mass points each, springs of 4000 N/m on its 12 sides and 6 diagonals. Corners that touch are pinned,
 * the upper corners of the first row fixed.
 */
export function cubes(): PeerScene {
  const edge = 0.1;
  const bodies: PeerBody[] = [];
  const springs: Spring[] = [];
  const pins: Pin[] = [];
  const at = new Map<string, number>();
  for (let row = 0; row < 20; row++) {
    for (let column = 0; column < 40 - (row % 2); column++) {
      const first = bodies.length;
      const [i, j] = [2 * column + (row % 2), -row - 1];
      for (let c = 0; c < 8; c++) {
        const [x, y, z] = [i + (c & 1), j + ((c >> 1) & 1), c >> 2];
        const key = `${x} ${y} ${z}`;
        const other = at.get(key);
        if (other === undefined) at.set(key, first + c);
        else pins.push({ a: { body: other, at: [0, 0, 0] }, b: { body: first + c, at: [0, 0, 0] } });
        bodies.push({ mass: 0.125, position: [edge * x, edge * y, edge * z], fixed: y === 0 });
      }
      for (const [a, b] of cubeEdges) {
        const length = a !== b && bits(a ^ b) === 1 ? edge : edge * Math.SQRT2;
        springs.push({ a: first + a, b: first + b, stiffness: 4000, length });
      }
    }
  }
  return { gravity: [0, -g, 0], bodies, pins, springs, drag: 12 };
}
const bits = (n: number): number => (n & 1) + ((n >> 1) & 1) + (n >> 2);
/** Sides, and the diagonals of the central one of five tets. */
const cubeEdges = Array.from({ length: 64 }, (_, k) => [k >> 3, k & 7] as const).filter(
  ([a, b]) => a < b && (bits(a ^ b) === 1 || (bits(a) % 2 === 1 && bits(b) % 2 === 1)),
);
/** By how much of its 2 m the curtain's lower edge has come down. */
export function sagOf(places: Float64Array, { bodies }: PeerScene): number {
  let [sum, count] = [0, 0];
  bodies.forEach(({ position }, n) => {
    if (position[1] > -2 + 1e-9) return;
    sum += position[1] - places[7 * n + 1];
    count++;
  });
  return sum / count / 2;
}

const aboutZ = (angle: number): Quat => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

/** 100 links of 10 cm and 100 g with 100 kg at their end, straight at 45 degrees, let go. */
export function chain(): PeerScene {
  const [count, length, angle] = [100, 0.1, -Math.PI / 4];
  const along = (s: number): Vec3 => [s * Math.cos(angle), s * Math.sin(angle), 0];
  const rotation = aboutZ(angle);
  const bodies: PeerBody[] = Array.from({ length: count }, (_, k) => ({
    ...{ mass: 0.1, position: along((k + 0.5) * length), rotation, size: [length, 0.02, 0.02] as Vec3 },
  }));
  bodies.push({ mass: 100, position: along(count * length + 0.15), rotation, size: [0.3, 0.3, 0.3] });
  const pins: Pin[] = bodies.map((_, k) => ({
    a: { body: k, at: [k === count ? -0.15 : -length / 2, 0, 0] },
    b: k === 0 ? [0, 0, 0] : { body: k - 1, at: [length / 2, 0, 0] },
  }));
  return { gravity: [0, -g, 0], bodies, pins, springs: [], drag: 0 };
}

const bridgeLinks = 41;
const bridge_ = { link: 0.25, linkMass: 0.5, plankMass: 4, span: 9.5, loadMass: 100, width: 1 };
/**
 * A rope bridge: two ropes of 41 links of 25 cm and 500 g between towers 9.5 m apart, a plank of 4 kg across at the middle of each
 * pair of links, and 100 kg on the middle plank. It starts as an arc of the right length and comes to rest.
 */
export function bridge(): PeerScene {
  const { link, linkMass, plankMass, span, loadMass, width } = bridge_;
  const turn = arcTurn(bridgeLinks, link, span);
  const bodies: PeerBody[] = [];
  const pins: Pin[] = [];
  const middles: { position: Vec3; angle: number }[] = [];
  let [x, y] = [-span / 2, 0];
  for (let k = 0; k < bridgeLinks; k++) {
    const angle = (k - (bridgeLinks - 1) / 2) * turn;
    middles.push({ position: [x + (link / 2) * Math.cos(angle), y + (link / 2) * Math.sin(angle), 0], angle });
    x += link * Math.cos(angle);
    y += link * Math.sin(angle);
  }
  for (const z of [-width / 2, width / 2]) {
    const first = bodies.length;
    middles.forEach(({ position: [mx, my], angle }, k) => {
      bodies.push({ mass: linkMass, position: [mx, my, z], rotation: aboutZ(angle), size: [link, 0.04, 0.04] });
      const a: Anchor = { body: first + k, at: [-link / 2, 0, 0] };
      pins.push({ a, b: k === 0 ? [-span / 2, 0, z] : { body: first + k - 1, at: [link / 2, 0, 0] } });
    });
    pins.push({ a: { body: first + bridgeLinks - 1, at: [link / 2, 0, 0] }, b: [span / 2, 0, z] });
  }
  middles.forEach(({ position, angle }, k) => {
    const plank = bodies.length;
    const mass = plankMass + (k === (bridgeLinks - 1) / 2 ? loadMass : 0);
    bodies.push({ mass, position, rotation: aboutZ(angle), size: [0.2, 0.04, width] });
    for (const side of [0, 1]) {
      const b: Anchor = { body: side * bridgeLinks + k, at: [0, 0, 0] };
      pins.push({ a: { body: plank, at: [0, 0, (side - 0.5) * width] }, b });
    }
  });
  return { gravity: [0, -g, 0], bodies, pins, springs: [], drag: 3 };
}
/** The angle between links on an arc of that span. */
function arcTurn(count: number, link: number, span: number): number {
  const reach = (turn: number): number => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += link * Math.cos((k - (count - 1) / 2) * turn);
    return sum;
  };
  return bisect((turn) => reach(turn) - span, 0, Math.PI / count);
}
/** Height of the middle plank's centre under the towers. */
export const sagOfBridge = (places: Float64Array): number => -places[7 * (2 * bridgeLinks + (bridgeLinks - 1) / 2) + 1];

/**
 * Exact: at rest each link pulls along the mean of the forces at its ends. The horizontal part H is the same everywhere, the
 * vertical part changes by the weight of each link and half its plank; H is such that the links reach across.
 */
export function exactBridgeSag(): number {
  const { link, linkMass, plankMass, span, loadMass } = bridge_;
  const middle = (bridgeLinks - 1) / 2;
  const slope = (k: number, H: number): number => {
    // links between this one and the middle, which holds half of what is amid
    const own = g * (linkMass + plankMass / 2);
    const centre = g * (linkMass + (plankMass + loadMass) / 2);
    const between = Math.abs(k - middle);
    if (between === 0) return 0;
    return (centre / 2 + (between - 1) * own + own / 2) / H;
  };
  const cosine = (k: number, H: number): number => 1 / Math.hypot(1, slope(k, H));
  const reach = (H: number): number => {
    let sum = 0;
    for (let k = 0; k < bridgeLinks; k++) sum += link * cosine(k, H);
    return sum;
  };
  const H = bisect((h) => reach(h) - span, 1, 1e6);
  let sag = 0;
  for (let k = 0; k < middle; k++) sag += link * slope(k, H) * cosine(k, H);
  return sag;
}

/** Ten boxes of 20 cm and 1 kg on the floor, and on them one of 100 kg. Each is 1 mm above the one below, and falls that far. */
export function stack(): PeerScene {
  const bodies: PeerBody[] = Array.from({ length: stacked }, (_, k) => ({
    mass: k + 1 === stacked ? 100 : 1,
    position: [0, boxEdge / 2 + k * boxEdge + (k + 1) * 1e-3, 0],
    size: [boxEdge, boxEdge, boxEdge],
  }));
  return { gravity: [0, -g, 0], bodies, pins: [], springs: [], drag: 0, friction: 0.5 };
}
const stacked = 11;
const boxEdge = 0.2;
/** How far boxes sink into each other and into the floor, at most, m; of a stack that has collapsed, infinity. */
export function deepestInStack(places: Float64Array): number {
  if (asideInStack(places) > boxEdge / 2) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let k = 0; k < stacked; k++) {
    const below = k === 0 ? -boxEdge / 2 : places[7 * (k - 1) + 1];
    const depth = boxEdge - (places[7 * k + 1] - below);
    if (!(depth <= most)) most = depth; // NaN stays
  }
  return most;
}
/** How far the heavy box has moved aside, m. */
export const asideInStack = (places: Float64Array): number =>
  Math.hypot(places[7 * (stacked - 1)], places[7 * (stacked - 1) + 2]);

/** Spheres of 10 cm and 0.5 kg above the floor y = 0 between four walls, a little off a grid, so that they form a pile. */
export interface Pile {
  readonly radius: number;
  readonly mass: number;
  readonly friction: number;
  /** walls are at x, z = -half and half */
  readonly half: number;
  readonly positions: readonly Vec3[];
}
export function pile(count: number): Pile {
  const side = Math.round(Math.cbrt(count));
  const half = 0.0525 * side + 0.005;
  const positions = Array.from({ length: count }, (_, k): Vec3 => {
    const [x, y, z] = [k % side, Math.floor(k / (side * side)), Math.floor(k / side) % side];
    // layers differ: columns would stand
    const shift = 0.002 * (((5 * k) % 11) / 5 - 1);
    return [0.105 * (x + 0.5) - half + 0.005 + shift, 0.06 + 0.12 * y, 0.105 * (z + 0.5) - half + 0.005 - shift];
  });
  return { radius: 0.05, mass: 0.5, friction: 0.4, half, positions };
}
/** How far spheres sink into each other, the floor and the walls, at most, m. */
export function deepestInPile({ radius, half }: Pile, places: Float64Array): number {
  let most = 0;
  const note = (depth: number): void => {
    if (!(depth <= most)) most = depth; // NaN stays
  };
  for (let n = 0; n < places.length; n += 7) {
    const [x, y, z] = [places[n], places[n + 1], places[n + 2]];
    note(Math.max(radius - y, Math.abs(x) + radius - half, Math.abs(z) + radius - half));
    for (let m = 0; m < n; m += 7) {
      const [dx, dy, dz] = [x - places[m], y - places[m + 1], z - places[m + 2]];
      if (Math.abs(dy) < 2 * radius) note(2 * radius - Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
  }
  return most;
}

/** A zero between a and b, to rounding. */
function bisect(of: (x: number) => number, a: number, b: number): number {
  const rising = of(b) > of(a);
  for (let i = 0; i < 200; i++) {
    const middle = (a + b) / 2;
    if (of(middle) > 0 === rising) b = middle;
    else a = middle;
  }
  return (a + b) / 2;
}
