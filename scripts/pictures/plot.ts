/** Curves over two axes, as SVG. */
export interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [number, number])[];
  readonly dots?: boolean;
}
export interface Axis {
  readonly label: string;
  readonly log?: boolean;
  readonly least?: number;
  readonly most?: number;
}

const [width, height] = [480, 280];
const [left, right, top, bottom] = [64, 134, 18, 44];

export function plot(title: string, x: Axis, y: Axis, curves: readonly Curve[]): string {
  const all = curves.flatMap(({ points }) => points);
  const value = (axis: Axis, n: number): number => (axis.log ? Math.log10(n) : n);
  const range = (axis: Axis, of: readonly number[]): [number, number] => [
    value(axis, axis.least ?? Math.min(...of)),
    value(axis, axis.most ?? Math.max(...of)),
  ];
  const [x0, x1] = range(
    x,
    all.map(([a]) => a),
  );
  const [y0, y1] = range(
    y,
    all.map(([, b]) => b),
  );
  const px = (n: number): number => left + ((value(x, n) - x0) / (x1 - x0)) * (width - left - right);
  const py = (n: number): number => {
    const part = (value(y, n) - y0) / (y1 - y0);
    return height - bottom - Math.max(-0.02, Math.min(1.02, part)) * (height - top - bottom);
  };
  const spot = ([a, b]: readonly [number, number]): string => `${px(a).toFixed(1)} ${py(b).toFixed(1)}`;
  const ticks = (axis: Axis, from: number, to: number): number[] => {
    const wide = axis.log ? 4 : ([0.1, 0.2, 0.25, 0.5, 1, 2].find((one) => (to - from) / one <= 6) ?? 5);
    const first = Math.ceil(from / wide - 1e-9);
    const last = Math.floor(to / wide + 1e-9);
    return Array.from({ length: last - first + 1 }, (_, k) => wide * (first + k));
  };
  const shown = (axis: Axis, n: number): string => (axis.log ? `1e${n}` : String(Number(n.toFixed(3))));
  const back = (axis: Axis, n: number): number => (axis.log ? 10 ** n : n);
  const grid = [
    ...ticks(x, x0, x1).map((t) => {
      const at = px(back(x, t)).toFixed(1);
      return `<path d="M${at} ${top}V${height - bottom}"/><text x="${at}" y="${height - bottom + 16}" text-anchor="middle">${shown(x, t)}</text>`;
    }),
    ...ticks(y, y0, y1).map((t) => {
      const at = py(back(y, t)).toFixed(1);
      return `<path d="M${left} ${at}H${width - right}"/><text x="${left - 6}" y="${at}" dy="4" text-anchor="end">${shown(y, t)}</text>`;
    }),
  ];
  // from the lowest up, so that names do not cover each other
  let highest = height - bottom + 14;
  const ends = curves
    .map(({ name, colour, points }) => ({ name, colour, y: py(points[points.length - 1][1]) }))
    .sort((a, b) => b.y - a.y)
    .map(({ name, colour, y: wanted }) => {
      highest = Math.min(wanted, highest - 14);
      return `<text x="${width - right + 6}" y="${(highest + 4).toFixed(1)}" style="fill:${colour}">${name}</text>`;
    });
  const lines = curves.map(({ colour, points, dots }) => {
    const d = `M${points.map(spot).join('L')}`;
    const marks = dots ? points.map((p) => `M${spot(p)}h0`).join('') : '';
    return `<path d="${d}" style="stroke:${colour}" class="c"/>${marks ? `<path d="${marks}" style="stroke:${colour}" class="d"/>` : ''}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    '<style>path{fill:none;stroke:#ddd8cb}.c{stroke-width:2;stroke-linejoin:round}.d{stroke-width:5;stroke-linecap:round}text{fill:#555}</style>',
    `<rect width="${width}" height="${height}" rx="8" fill="#f7f5ef"/>`,
    ...grid,
    ...lines,
    ...ends,
    `<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">${x.label}</text>`,
    `<text transform="translate(16 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>`,
    '</svg>',
    '',
  ].join('\n');
}
