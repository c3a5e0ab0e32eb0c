import { BenchmarkRunner } from 'vitest';

/** Closes what a file has opened, even if it failed while it was loaded: Vitest then skips `afterAll`. */
export default class BenchRunner extends BenchmarkRunner {
  async onAfterRunFiles(): Promise<void> {
    // Vitest loads modules anew for each file, after this one.
    const { closeOpened } = await import('./strictBench');
    await closeOpened();
  }
}
