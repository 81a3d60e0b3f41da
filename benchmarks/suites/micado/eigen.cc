// What Eigen takes to factor a matrix and to solve with it, for suites sparse and micado: --yardstick takes this file.
// In: int32 n, entries, column starts (n + 1), rows; float64 values: both triangles, by columns (sparse/theirs.ts).
// Out: a line for each method, least milliseconds of CPU time; info is 0 where it could be factored.
#include <Eigen/Sparse>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

using Matrix = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

static double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// The least of single calls, for so many milliseconds.
template <class Run> static double least(Run run, double budget) {
  double best = INFINITY;
  for (double spent = 0; spent < budget;) {
    const double start = now();
    run();
    const double took = now() - start;
    spent += took + 1e-6;
    if (took < best) best = took;
  }
  return best;
}

// The order is found once, as in ours; what is timed are numbers.
template <class Solver> static void measure(const char *title, const Matrix &A, const Vector &b) {
  Solver solver;
  solver.analyzePattern(A);
  const double factor = least([&] { solver.factorize(A); }, 500);
  if (solver.info() != Eigen::Success) {
    std::printf("%s: cannot factor it, info %d\n", title, (int)solver.info());
    return;
  }
  Vector x;
  const double solve = least([&] { x = solver.solve(b); }, 200);
  const double left = (A * x - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
  std::printf("%s: factor %.5f ms, solve %.5f ms, rel.resid %.1e info 0\n", title, factor, solve, left);
}

int main(int count, char **arguments) {
  std::FILE *file = count > 1 ? std::fopen(arguments[1], "rb") : nullptr;
  if (!file) return 1;
  int sizes[2];
  if (std::fread(sizes, 4, 2, file) != 2) return 1;
  const size_t n = sizes[0], entries = sizes[1];
  std::vector<int> starts(n + 1), rows(entries);
  std::vector<double> values(entries);
  if (std::fread(starts.data(), 4, n + 1, file) != n + 1 || std::fread(rows.data(), 4, entries, file) != entries ||
      std::fread(values.data(), 8, entries, file) != entries)
    return 1;
  std::fclose(file);
  const Matrix A = Eigen::Map<const Matrix>(n, n, entries, starts.data(), rows.data(), values.data());
  Vector b(n);
  for (size_t k = 0; k < n; k++) b[k] = std::sin((double)k) + 0.1;
  measure<Eigen::SimplicialLDLT<Matrix>>("Eigen SimplicialLDLT (AMD)", A, b);
  measure<Eigen::SimplicialLDLT<Matrix, Eigen::Lower, Eigen::NaturalOrdering<int>>>("Eigen SimplicialLDLT (as given)", A, b);
  measure<Eigen::SparseLU<Matrix, Eigen::COLAMDOrdering<int>>>("Eigen SparseLU (COLAMD)", A, b);
}
