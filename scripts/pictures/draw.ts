/**
 * A world as SVG: how it was at some moments, faint, and how it is at the last. Faces are sorted by depth and shaded; points that
 * constraints hold are dots, points of the world squares, forces of constraints arrows.
 */
import type { Drawn, HalfSpace, Mark, Point } from './geometry.ts';

export interface Moment {
  readonly drawn: readonly Drawn[];
  readonly links: readonly (readonly [Point, Point])[];
  readonly marks: readonly Mark[];
}
export interface Sheet {
  readonly title: string;
  readonly moments: readonly Moment[];
  readonly planes: readonly HalfSpace[];
  /** where points went */
  readonly tracks: readonly (readonly Point[])[];
  /** where one looks from, degrees: 0, 0 is along -z */
  readonly turnDegrees: number;
  readonly tiltDegrees: number;
  readonly arrows: boolean;
  readonly dots: boolean;
  /** bodies that are seen through, by number */
  readonly clear: readonly number[];
}

const [width, height] = [480, 300];
const palette = ['#3f8f9b', '#d98a3d', '#7a6bb0', '#5c9a5b', '#b8596b', '#8a7a5c'];
const fixedColour = '#9a9a96';
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Point): Point => {
  const length = Math.sqrt(dot(a, a)) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};
const scaled = (a: Point, s: number): Point => [s * a[0], s * a[1], s * a[2]];
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** Right, up and towards the viewer. */
type Frame = readonly [Point, Point, Point];
function frameOf({ turnDegrees, tiltDegrees }: Sheet): Frame {
  const [turn, tilt] = [radians(turnDegrees), radians(tiltDegrees)];
  const towards: Point = [Math.cos(tilt) * Math.sin(turn), Math.sin(tilt), Math.cos(tilt) * Math.cos(turn)];
  const right: Point = [Math.cos(turn), 0, -Math.sin(turn)];
  return [right, cross(towards, right), towards];
}

function mixed(colour: string, light: number): string {
  const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  const to = light > 1 ? 255 : 0;
  const share = light > 1 ? light - 1 : 1 - light;
  return `#${parts
    .map((c) =>
      Math.round(c + share * (to - c))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export function svgOf(sheet: Sheet): string {
  const frame = frameOf(sheet);
  const margin = sheet.arrows ? 44 : 26;
  const flat = (p: Point): [number, number] => [dot(p, frame[0]), dot(p, frame[1])];
  const all = sheet.moments.flatMap(({ drawn, marks, links }) => [
    ...drawn.flatMap(({ points, radius = 0 }) =>
      points.flatMap((p) => [
        p,
        plus(p, scaled(frame[0], radius)),
        plus(p, scaled(frame[0], -radius)),
        plus(p, scaled(frame[1], radius)),
        plus(p, scaled(frame[1], -radius)),
      ]),
    ),
    ...(sheet.dots ? marks.map(({ at }) => at) : []),
    ...links.flat(),
  ]);
  const xy = [...all, ...sheet.tracks.flat()].map(flat);
  const range = (axis: 0 | 1): [number, number] => [
    xy.reduce((least, p) => Math.min(least, p[axis]), Number.POSITIVE_INFINITY),
    xy.reduce((most, p) => Math.max(most, p[axis]), Number.NEGATIVE_INFINITY),
  ];
  const [[left, right], [low, high]] = [range(0), range(1)];
  const floor = sheet.planes.some(({ normal }) => normal[1] > 0.5) ? 22 : 0;
  const scale = Math.min((width - 2 * margin) / (right - left || 1), (height - 2 * margin - floor) / (high - low || 1));
  const centre: [number, number] = [(left + right) / 2, (low + high) / 2];
  const place = (p: Point): [number, number] => {
    const [x, y] = flat(p);
    return [width / 2 + scale * (x - centre[0]), (height - floor) / 2 - scale * (y - centre[1])];
  };
  const at = (p: Point): string =>
    place(p)
      .map((n) => n.toFixed(1).replace(/\.0$/, ''))
      .join(' ');
  const path = (points: readonly Point[], close = ''): string => `M${points.map(at).join('L')}${close}`;
  const light = unit(plus(plus(scaled(frame[0], -0.4), scaled(frame[1], 0.8)), scaled(frame[2], 0.7)));

  const shape = ({ sort, points, radius = 0, body, fixed, open }: Drawn): { depth: number; text: string }[] => {
    const colour = fixed ? fixedColour : palette[body % palette.length];
    const depth = points.reduce((sum, p) => sum + dot(p, frame[2]), 0) / points.length;
    if (sort === 'ball') {
      const [x, y] = place(points[0]);
      const r = Math.max(4, scale * radius);
      const dots = `cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}"`;
      return [
        {
          depth: depth + Math.min(r, 8) / scale,
          text: `<circle ${dots} fill="${colour}" stroke="${mixed(colour, 0.6)}"/>`,
        },
      ];
    }
    if (sort === 'line') {
      const wide = Math.max(2.6, 2 * scale * radius).toFixed(1);
      const piece = 5; // short pieces, so that what is in front is drawn over what is behind
      return Array.from({ length: Math.ceil((points.length - 1) / piece) }, (_, k) => {
        const part = points.slice(piece * k, piece * k + piece + 1);
        const near = part.reduce((sum, p) => sum + dot(p, frame[2]), 0) / part.length;
        return {
          depth: near,
          text: `<path d="${path(part)}" stroke="${colour}" style="stroke-width:${wide}" class="l"/>`,
        };
      });
    }
    const normal = unit(cross(sub(points[1], points[0]), sub(points[2], points[0])));
    const facing = dot(normal, frame[2]);
    if (facing <= 0 && !open) return [];
    const bright =
      Math.round(12 * (0.72 + 0.55 * Math.max(0, dot(facing < 0 ? scaled(normal, -1) : normal, light)))) / 12;
    const fill = mixed(colour, bright);
    const clear = sheet.clear.includes(body) ? ' fill-opacity=".35"' : '';
    return [{ depth, text: `<path d="${path(points, 'Z')}" fill="${fill}" stroke="${mixed(fill, 0.82)}"${clear}/>` }];
  };
  const layer = (drawn: readonly Drawn[]): string =>
    drawn
      .flatMap(shape)
      .sort((a, b) => a.depth - b.depth)
      .map(({ text }) => text)
      .join('');
  const lines = (links: Moment['links']): string =>
    links.map((ends) => `<path d="${path(ends)}" stroke="#555" style="stroke-width:1.6"/>`).join('');
  const last = sheet.moments[sheet.moments.length - 1];
  const largest = Math.max(1e-12, ...last.marks.map(({ force }) => Math.sqrt(dot(force, force))));
  const arrow = ({ at: from, force, inWorld }: Mark): string => {
    const part = Math.sqrt(dot(force, force)) / largest;
    if (!sheet.arrows || inWorld || part < 0.05) return '';
    const to = plus(from, scaled(unit(force), (20 + 34 * part) / scale));
    return `<path d="M${at(from)}L${at(to)}" class="a" marker-end="url(#h)"/>`;
  };
  const mark = (one: Mark): string => {
    const [x, y] = place(one.at);
    if (one.inWorld)
      return `<rect x="${(x - 4).toFixed(1)}" y="${(y - 4).toFixed(1)}" width="8" height="8" fill="#222"/>`;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="#fff" stroke="#222"/>`;
  };
  const unique = (texts: readonly string[]): string => [...new Set(texts)].join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${sheet.title}</title>`,
    '<style>path{stroke-linejoin:round;stroke-width:.6}.l{fill:none;stroke-linecap:round}.t{fill:none;stroke:#777;stroke-width:1.4;stroke-dasharray:2 4;stroke-linecap:round}.a{stroke:#c0392b;stroke-width:2.2;fill:none}</style>',
    '<defs><marker id="h" viewBox="0 0 8 8" refX="3" refY="4" markerWidth="4.5" markerHeight="4.5" orient="auto"><path d="M0 0L8 4L0 8Z" fill="#c0392b"/></marker></defs>',
    `<rect width="${width}" height="${height}" rx="8" fill="#f7f5ef"/>`,
    sheet.planes.map((one) => ground(one, place, frame, scale, centre)).join(''),
    ...sheet.moments.slice(0, -1).map(({ drawn, links }) => `<g opacity=".28">${lines(links)}${layer(drawn)}</g>`),
    lines(last.links),
    layer(last.drawn),
    sheet.tracks.map((points) => `<path d="${path(points)}" class="t"/>`).join(''),
    sheet.dots ? unique(last.marks.map(mark)) : '',
    unique(last.marks.map(arrow)),
    '</svg>',
    '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** The edge of a half space, as a hatched strip across the picture. */
function ground(
  { normal, offset }: HalfSpace,
  place: (p: Point) => [number, number],
  frame: Frame,
  scale: number,
  centre: readonly [number, number],
): string {
  const middle = plus(scaled(frame[0], centre[0]), scaled(frame[1], centre[1]));
  const foot = plus(middle, scaled(normal, offset - dot(middle, normal)));
  // along the plane and across the view
  const along = unit(cross(frame[2], normal));
  const ends = [-1, 1].map((side) => place(plus(foot, scaled(along, (side * 420) / scale))));
  const below = place(plus(foot, scaled(normal, -300 / scale)));
  const [fx, fy] = place(foot);
  const down = [below[0] - fx, below[1] - fy];
  const [a, b] = ends;
  const corner = ([x, y]: readonly number[]): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const outline = [a, b, [b[0] + down[0], b[1] + down[1]], [a[0] + down[0], a[1] + down[1]]];
  return `<path d="M${outline.map(corner).join('L')}Z" fill="#e4dfd2" stroke="none"/><path d="M${corner(a)}L${corner(b)}" stroke="#8f8878" style="stroke-width:1.5"/>`;
}
