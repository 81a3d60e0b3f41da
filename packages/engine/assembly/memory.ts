/** Typed access to flat arrays by index. */
export function getI(p: usize, i: i32): i32 {
  return load<i32>(p + ((<usize>i) << 2));
}
export function setI(p: usize, i: i32, v: i32): void {
  store<i32>(p + ((<usize>i) << 2), v);
}
export function getF(p: usize, i: i32): f64 {
  return load<f64>(p + ((<usize>i) << 3));
}
export function setF(p: usize, i: i32, v: f64): void {
  store<f64>(p + ((<usize>i) << 3), v);
}
/** Address of the i-th number. */
export function atF(p: usize, i: i32): usize {
  return p + ((<usize>i) << 3);
}
export function atI(p: usize, i: i32): usize {
  return p + ((<usize>i) << 2);
}

/** For short stretches: memory.fill is a call out of the module. */
export function clear(p: usize, count: i32): void {
  const end = atF(p, count);
  for (; p + 8 < end; p += 16) v128.store(p, f64x2.splat(0));
  if (p < end) store<f64>(p, 0);
}
export function take(from: usize, to: usize, count: i32): void {
  for (const end = atF(from, count); from < end; from += 8, to += 8) store<f64>(to, load<f64>(from));
}
