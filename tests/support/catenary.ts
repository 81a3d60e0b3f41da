/** Sag and horizontal force of an elastic catenary of rest length L over a span, w N/m. */
export function catenary(span: number, L: number, w: number, EA: number): { sag: number; H: number } {
  const V = (w * L) / 2;
  const width = (H: number): number => (H * L) / EA + 2 * (H / w) * Math.asinh(V / H);
  let [low, high] = [1e-3, 1e3];
  for (let i = 0; i < 100; i++) {
    const H = Math.sqrt(low * high);
    if (width(H) < span) low = H;
    else high = H;
  }
  return { sag: (V * V) / (2 * EA * w) + (Math.sqrt(low * low + V * V) - low) / w, H: low };
}
