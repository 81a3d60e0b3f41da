/* The step of a block of bricks in C, to measure against: metric, viscosity, hourglass modes and volumes by multipliers in one pass
   over the cells, one cell after another, with the butterflies of packages/engine/src/bodies/hex/averaged-metric.ts.   [PB88, App. B]

   It serves the protocol of benchmarks/yardstick.ts: scene "hex", size = cells along an edge, variant "s1", mode "volume" or "free". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double density = 1, stiffness = 50, viscosity = 0.1, hourglass = 0.1, omega = 300, integral = 0.05, h = 1e-4, gravity = -9.81;

typedef struct {
  int n, nodes, cells, *corner; /* 8 a cell, at i + 2 j + 4 k */
  double L, *x, *v, *f, *w, *coupling, *lam;
} Block;

static double noise(int i) { return ((i * 7919) % 1000) / 1000.0 - 0.5; }

static Block *make(int n) {
  Block *b = calloc(1, sizeof *b);
  int side = n + 1, i, j, k, c;
  b->n = n, b->nodes = side * side * side, b->cells = n * n * n, b->L = 1.0 / n;
  b->corner = malloc(8 * b->cells * sizeof(int));
  b->x = malloc(3 * b->nodes * 8), b->v = calloc(3 * b->nodes, 8), b->f = malloc(3 * b->nodes * 8);
  b->w = calloc(b->nodes, 8), b->coupling = calloc(b->nodes, 8), b->lam = calloc(b->cells, 8);
  for (k = 0; k < side; k++) for (j = 0; j < side; j++) for (i = 0; i < side; i++) {
    int at = 3 * ((k * side + j) * side + i);
    double p[3] = {i * b->L - 0.5, j * b->L - 0.5, k * b->L - 0.5};
    for (c = 0; c < 3; c++) b->x[at + c] = p[c] + 0.1 * b->L * noise(at + c);
  }
  for (k = 0; k < n; k++) for (j = 0; j < n; j++) for (i = 0; i < n; i++)
    for (c = 0; c < 8; c++)
      b->corner[8 * ((k * n + j) * n + i) + c] = ((k + (c >> 2)) * side + j + ((c >> 1) & 1)) * side + i + (c & 1);
  for (c = 0; c < 8 * b->cells; c++) b->w[b->corner[c]] += density * b->L * b->L * b->L / 8, b->coupling[b->corner[c]] += 1;
  for (i = 0; i < b->nodes; i++) b->w[i] = 1 / b->w[i], b->coupling[i] *= b->w[i];
  return b;
}

/* sums of the corners with signs: A0 A1 A2 H0 H1 H2 H3, 3 numbers each */
static inline void modes(const double *r, double *m) {
  for (int c = 0; c < 3; c++) {
    double s0 = r[c] + r[3 + c], s1 = r[6 + c] + r[9 + c], s2 = r[12 + c] + r[15 + c], s3 = r[18 + c] + r[21 + c];
    double d0 = r[3 + c] - r[c], d1 = r[9 + c] - r[6 + c], d2 = r[15 + c] - r[12 + c], d3 = r[21 + c] - r[18 + c];
    double ss0 = s0 + s1, ss1 = s2 + s3, sd0 = s1 - s0, sd1 = s3 - s2, ds0 = d0 + d1, ds1 = d2 + d3, dd0 = d1 - d0, dd1 = d3 - d2;
    m[c] = ds0 + ds1, m[3 + c] = sd0 + sd1, m[6 + c] = ss1 - ss0;
    m[9 + c] = sd1 - sd0, m[12 + c] = ds1 - ds0, m[15 + c] = dd0 + dd1, m[18 + c] = dd1 - dd0;
  }
}
/* the transpose: forces at corners from forces on the sums */
static inline void spread(const double *m, double *r) {
  for (int c = 0; c < 3; c++) {
    double ss0 = -m[6 + c], ss1 = m[6 + c], sd0 = m[3 + c] - m[9 + c], sd1 = m[3 + c] + m[9 + c];
    double ds0 = m[c] - m[12 + c], ds1 = m[c] + m[12 + c], dd0 = m[15 + c] - m[18 + c], dd1 = m[15 + c] + m[18 + c];
    double s0 = ss0 - sd0, s1 = ss0 + sd0, s2 = ss1 - sd1, s3 = ss1 + sd1, d0 = ds0 - dd0, d1 = ds0 + dd0, d2 = ds1 - dd1, d3 = ds1 + dd1;
    r[c] = s0 - d0, r[3 + c] = s0 + d0, r[6 + c] = s1 - d1, r[9 + c] = s1 + d1;
    r[12 + c] = s2 - d2, r[15 + c] = s2 + d2, r[18 + c] = s3 - d3, r[21 + c] = s3 + d3;
  }
}
static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* sum of S_n dG_n/d(sums), S without the weights of G */
static inline void pull(const double *m, const double *S, double *out) {
  double d0 = S[0] / 8, d1 = S[1] / 8, d2 = S[2] / 8, o3 = S[3] / 16, o4 = S[4] / 16, o5 = S[5] / 16;
  double w0 = (S[1] + S[2]) / 24, w1 = (S[0] + S[2]) / 24, w2 = (S[0] + S[1]) / 24, w3 = (S[0] + S[1] + S[2]) / 72;
  double p3 = S[3] / 48, p4 = S[4] / 48, p5 = S[5] / 48;
  for (int c = 0; c < 3; c++) {
    double a0 = m[c], a1 = m[3 + c], a2 = m[6 + c], h0 = m[9 + c], h1 = m[12 + c], h2 = m[15 + c];
    out[c] = d0 * a0 + o3 * a1 + o4 * a2, out[3 + c] = o3 * a0 + d1 * a1 + o5 * a2, out[6 + c] = o4 * a0 + o5 * a1 + d2 * a2;
    out[9 + c] = w0 * h0 + p3 * h1 + p4 * h2, out[12 + c] = p3 * h0 + w1 * h1 + p5 * h2, out[15 + c] = p4 * h0 + p5 * h1 + w2 * h2;
    out[18 + c] = w3 * m[18 + c];
  }
}

static void forces(Block *b, int volumes) {
  double V = b->L * b->L * b->L, inv = 1 / (b->L * b->L), kap = hourglass * stiffness * cbrt(V), kapd = kap * viscosity / (2 * stiffness);
  for (int e = 0; e < b->cells; e++) {
    const int *node = b->corner + 8 * e;
    double r[24], u[24], m[21], md[21], G[6], Gd[6], S[6], F[21], out[24];
    for (int k = 0; k < 8; k++) for (int c = 0; c < 3; c++) r[3 * k + c] = b->x[3 * node[k] + c], u[3 * k + c] = b->v[3 * node[k] + c];
    modes(r, m), modes(u, md);
    double hh[4], hd[4];
    for (int a = 0; a < 4; a++) hh[a] = dot(m + 9 + 3 * a, m + 9 + 3 * a), hd[a] = dot(m + 9 + 3 * a, md + 9 + 3 * a);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      G[i] = inv * (dot(m + 3 * i, m + 3 * i) / 16 + ((hh[j] + hh[k]) / 48 + hh[3] / 144));
      Gd[i] = 2 * inv * (dot(m + 3 * i, md + 3 * i) / 16 + ((hd[j] + hd[k]) / 48 + hd[3] / 144));
    }
    for (int q = 3; q < 6; q++) {
      const double *a = m + 3 * pair[q][0], *c = m + 3 * pair[q][1], *ad = md + 3 * pair[q][0], *cd = md + 3 * pair[q][1];
      G[q] = inv * (dot(a, c) / 16 + dot(a + 9, c + 9) / 48);
      Gd[q] = inv * ((dot(a, cd) + dot(ad, c)) / 16 + (dot(a + 9, cd + 9) + dot(ad + 9, c + 9)) / 48);
    }
    for (int q = 0; q < 6; q++) S[q] = inv * (q < 3 ? 1 : 2) * V * (2 * stiffness * (G[q] - (q < 3)) + viscosity * Gd[q]);
    pull(m, S, F);
    for (int a = 0; a < 4; a++) {
      double hold = kap + kapd * hd[a] / (hh[a] > 1e-24 ? hh[a] : 1e-24);
      for (int c = 0; c < 3; c++) F[9 + 3 * a + c] += hold * m[9 + 3 * a + c];
    }
    spread(F, out);
    if (volumes) {
      double T[6], J[24], M[21];
      T[0] = G[1] * G[2] - G[5] * G[5], T[1] = G[0] * G[2] - G[4] * G[4], T[2] = G[0] * G[1] - G[3] * G[3];
      T[3] = 2 * (G[4] * G[5] - G[3] * G[2]), T[4] = 2 * (G[3] * G[5] - G[1] * G[4]), T[5] = 2 * (G[3] * G[4] - G[0] * G[5]);
      double C = G[0] * T[0] + (G[3] * T[3] + G[4] * T[4]) / 2 - 1, Cd = 0, N = 0;
      for (int q = 0; q < 6; q++) Cd += T[q] * Gd[q], T[q] *= inv;
      pull(m, T, M), spread(M, J);
      for (int k = 0; k < 8; k++) N += b->coupling[node[k]] * dot(J + 3 * k, J + 3 * k);
      double push = b->lam[e] + omega * omega / N * C + 2 * omega / N * Cd;
      for (int k = 0; k < 24; k++) out[k] += push * J[k];
      b->lam[e] += h * integral * omega * omega * omega / N * C;
    }
    for (int k = 0; k < 8; k++) for (int c = 0; c < 3; c++) b->f[3 * node[k] + c] -= out[3 * k + c];
  }
}

static void step(Block *b, int volumes) {
  for (int i = 0; i < b->nodes; i++) b->f[3 * i] = 0, b->f[3 * i + 1] = gravity / b->w[i], b->f[3 * i + 2] = 0;
  forces(b, volumes);
  for (int i = 0; i < 3 * b->nodes; i++) b->v[i] += h * b->w[i / 3] * b->f[i], b->x[i] += h * b->v[i];
}

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(void) {
  static Block *kept[2];
  char line[512], what[16], scene[32], variant[32], mode[32];
  int size, steps;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%15s %31s %d %31s %31s %d", what, scene, &size, variant, mode, &steps) != 6) return 1;
    int volumes = !strcmp(mode, "volume");
    if (!strcmp(what, "dump")) {
      Block *b = make(size);
      double sum = 0;
      for (int i = 0; i < steps; i++) step(b, volumes);
      for (int i = 0; i < 3 * b->nodes; i++) sum += fabs(b->x[i]);
      printf("%.17g\n", sum);
    } else {
      if (!kept[volumes]) kept[volumes] = make(size);
      double begin = cpu();
      for (int i = 0; i < steps; i++) step(kept[volumes], volumes);
      printf("%.17g\n", cpu() - begin);
    }
    fflush(stdout);
  }
  return 0;
}
