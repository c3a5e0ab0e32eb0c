import { afterAll, vi } from 'vitest';

// Files share a process: what one of them puts in the place of the browser's globals ends with it.
afterAll(() => {
  vi.unstubAllGlobals();
});
