import { expect, test } from 'vitest';
import { FrameGate } from './frame-gate.ts';

test('one frame at a time, some milliseconds apart, and only if something has changed', () => {
  const gate = new FrameGate();
  expect(gate.isOpen(100)).toBe(true);
  gate.pass(100, 0);
  gate.changed = true;
  expect(gate.isOpen(200)).toBe(false); // the one before is not drawn
  expect(gate.shown()).toBe(false); // it was of the start, not of the first step
  expect(gate.isOpen(101)).toBe(false);
  expect(gate.isOpen(200)).toBe(true);
  gate.pass(200, 1);
  gate.shown();
  expect(gate.isOpen(300)).toBe(false);
});

test('the run waits while the picture of the first step is drawn, and for no other', () => {
  const gate = new FrameGate();
  gate.pass(0, 0);
  expect([gate.drawsFirst, gate.shown(), gate.isFirstShown]).toEqual([false, false, false]);
  gate.pass(20, 1);
  expect([gate.drawsFirst, gate.shown(), gate.isFirstShown]).toEqual([true, true, true]);
  gate.pass(40, 2);
  expect([gate.drawsFirst, gate.shown(), gate.isFirstShown]).toEqual([false, false, true]);
});
