import { describe, expect, it, vi } from 'vitest';
import { keepRunning, type Running } from '../../../../../src/server/db/engine/keepRunning';

/** Stub of a database that ends on request, and counts its starts. */
function fakeDatabase() {
  const ends: ((reason: string) => void)[] = [];
  const start = vi.fn(async (): Promise<Running> => {
    let end = (_: string) => {};
    const exited = new Promise<string>((resolve) => {
      end = resolve;
    });
    ends.push(end);
    return { exited, stop: async () => end('stopped') };
  });
  return { start, crash: (reason: string) => ends.at(-1)?.(reason) };
}

describe('keepRunning', () => {
  it('restarts a database after each crash, and logs the reason', async () => {
    const { start, crash } = fakeDatabase();
    const log = vi.fn();
    const running = await keepRunning(start, log);
    for (let times = 2; times < 4; times += 1) {
      crash(`crash ${times}`);
      await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(times), 5_000);
      expect(log.mock.calls.flat().join()).toContain(`crash ${times}`);
    }
    await running.stop();
    expect(start).toHaveBeenCalledTimes(3);
  });

  it('tries again if a restart fails', async () => {
    const { start, crash } = fakeDatabase();
    const log = vi.fn();
    const running = await keepRunning(start, log);
    start.mockRejectedValueOnce(new Error('no memory'));
    crash('crash');
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(3), 5_000);
    expect(log.mock.calls.flat().join()).toContain('no memory');
    await running.stop();
  });

  it('does not restart once stopped, even between two attempts', async () => {
    const { start, crash } = fakeDatabase();
    const running = await keepRunning(start, () => {});
    crash('crash');
    await running.stop();
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('rethrows the failure of the first start', async () => {
    const start = () => Promise.reject(new Error('cannot'));
    await expect(keepRunning(start, () => {})).rejects.toThrow('cannot');
  });
});
