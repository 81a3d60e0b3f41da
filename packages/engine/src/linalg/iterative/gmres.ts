/**
 * The method of generalised minimal residuals, preconditioned from the left: A x = b with an A that is not symmetric.      [Saad, Schultz 1986]
 *
 *   v_1 = S^-1 b,  w = S^-1 A v_k made orthogonal to all v;  x = V y with |S^-1 (b - A x)| least, until that is 1e-10 of the first
 */
const most = 60;
const enough = 1e-14;

export class Gmres {
  #V: Float64Array[] = [];
  readonly #R = new Float64Array(most * most);
  readonly #cos = new Float64Array(most);
  readonly #sin = new Float64Array(most);
  readonly #g = new Float64Array(most + 1);
  readonly #h = new Float64Array(most + 1);
  #w = new Float64Array(0);
  /** of the last solve */
  iterations = 0;

  /** b becomes x. */
  solve(
    b: Float64Array, // (n)
    n: number,
    multiply: (x: Float64Array, out: Float64Array) => void,
    precondition: (x: Float64Array) => void,
  ): void {
    if (this.#w.length !== n) {
      this.#w = new Float64Array(n);
      this.#V = [];
    }
    const [V, R, g, h, w] = [this.#V, this.#R, this.#g, this.#h, this.#w];
    precondition(b);
    const first = norm(b);
    this.iterations = 0;
    if (!(first > 0)) return;
    V[0] ??= new Float64Array(n);
    for (let i = 0; i < n; i++) V[0][i] = b[i] / first;
    g[0] = first;
    let k = 0;
    while (k < most) {
      multiply(V[k], w);
      precondition(w);
      // twice: once leaves rounding of the large components
      h.fill(0, 0, k + 2);
      for (let pass = 0; pass < 2; pass++)
        for (let j = 0; j <= k; j++) {
          const part = dot(V[j], w);
          h[j] += part;
          for (let i = 0; i < n; i++) w[i] -= part * V[j][i];
        }
      const left = norm(w);
      for (let j = 0; j < k; j++) {
        const t = this.#cos[j] * h[j] + this.#sin[j] * h[j + 1];
        h[j + 1] = this.#cos[j] * h[j + 1] - this.#sin[j] * h[j];
        h[j] = t;
      }
      const size = Math.sqrt(h[k] * h[k] + left * left);
      if (!(size > 0)) break;
      this.#cos[k] = h[k] / size;
      this.#sin[k] = left / size;
      h[k] = size;
      for (let j = 0; j <= k; j++) R[most * j + k] = h[j];
      g[k + 1] = -this.#sin[k] * g[k];
      g[k] *= this.#cos[k];
      k++;
      if (Math.abs(g[k]) <= enough * first || !(left > 0)) break;
      if (k === most) break;
      V[k] ??= new Float64Array(n);
      for (let i = 0; i < n; i++) V[k][i] = w[i] / left;
    }
    this.iterations = k;
    for (let j = k - 1; j >= 0; j--) {
      for (let c = j + 1; c < k; c++) g[j] -= R[most * j + c] * g[c];
      g[j] /= R[most * j + j];
    }
    b.fill(0);
    for (let j = 0; j < k; j++) for (let i = 0; i < n; i++) b[i] += g[j] * V[j][i];
  }
}
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}
const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));
