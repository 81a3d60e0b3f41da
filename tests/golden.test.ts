// The same bits everywhere: what each scene comes to is kept in tests/golden/hashes.json, and is the same in Chromium
// (tests/browser/golden.browser.ts), under a strict page (tests/csp.test.ts) and whatever was built before.
import { expect, test } from 'vitest';
import golden from './golden/hashes.json' with { type: 'json' };
import { hashOf, scenes } from './support/scenes.ts';

test('there is a golden hash for every scene and none besides', () => {
  expect(Object.keys(golden)).toEqual(scenes.map((s) => s.name));
});

test.each(scenes)('$name: the golden hash', (scene) => {
  expect(hashOf(scene)).toBe(golden[scene.name as keyof typeof golden]);
});
