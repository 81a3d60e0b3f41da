import { expect } from 'vitest';

/** What a page shows a moment after its cause; on a busy machine some seconds. Reads until the expectation is met. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });
