import { expect, test } from 'vitest';
import { sentence } from './sentence.ts';

test.each([
  ['the run has stopped', 'The run has stopped.'],
  ['a step cannot be made', 'A step cannot be made.'],
  ['t = 0.5 s: something slides', 't = 0.5 s: something slides.'],
  ['h is 0.001 s', 'h is 0.001 s.'],
  ['constraints[0].method: no', 'constraints[0].method: no.'],
  ['step — 0 s; it must be positive.', 'Step — 0 s; it must be positive.'],
  ['"nail" is held', '"nail" is held.'],
  ['Done!', 'Done!'],
])('%s', (words, said) => {
  expect(sentence(words)).toBe(said);
});

test('memory that is refused is told with a way out', () => {
  for (const words of ['WebAssembly.Memory.grow(): Maximum memory size exceeded', 'Array buffer allocation failed']) {
    expect(sentence(new RangeError(words))).toMatch(/no more memory\. Close other tabs/);
  }
  expect(sentence(new RangeError('precision out of range'))).toBe('Precision out of range.');
});
