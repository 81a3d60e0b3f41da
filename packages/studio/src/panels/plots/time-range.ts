/** What an axis of time shows: from the start to the last sample, and `seconds` at least. Without samples uPlot would show a hundred seconds. */
export function timeRange(times: ArrayLike<number | null | undefined>, seconds: number): [number, number] {
  const last = times.length > 0 ? times[times.length - 1] : 0;
  return [0, Math.max(last ?? 0, seconds)];
}
