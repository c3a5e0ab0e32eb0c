import { afterAll, vi } from 'vitest';

// Test files share a process, so stubbed browser globals end with their file.
afterAll(() => {
  vi.unstubAllGlobals();
});
