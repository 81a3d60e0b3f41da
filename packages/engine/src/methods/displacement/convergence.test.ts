import { expect, test } from 'vitest';
import { Convergence } from './convergence.ts';

const predictions = (moves: readonly number[]): number[] => {
  const convergence = new Convergence();
  return moves.map((moved, pass) => convergence.next(pass, moved));
};

test('the next move is not underestimated while convergence is linear, at any rate', () => {
  for (const rate of [0.9, 0.5, 0.3, 0.1, 1e-3]) {
    const moves = Array.from({ length: 8 }, (_, k) => rate ** k);
    const predicted = predictions(moves);
    for (let k = 0; k < 7; k++)
      expect(predicted[k], `rate ${rate}, iteration ${k}`).toBeGreaterThanOrEqual(moves[k + 1] * (1 - 1e-12));
  }
});
test('a move that grows, and the one after it, count as they are', () => {
  const moves = [1, 1e-3, 1e-2, 1e-6, 1e-9];
  const predicted = predictions(moves);
  expect(predicted[2]).toBe(1e-2);
  expect(predicted[3]).toBe(1e-6);
  expect(predicted[4]).toBeLessThan(1e-11);
});
