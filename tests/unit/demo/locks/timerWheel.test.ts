import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTimerWheel } from '../../../../src/demo/locks/timerWheel';

describe('createTimerWheel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs each task once, not before its time, in order', () => {
    const wheel = createTimerWheel(100, () => undefined);
    const ran: string[] = [];
    wheel.after(950, () => ran.push('late'));
    wheel.after(0, () => ran.push('now'));
    wheel.after(250, () => ran.push('soon'));
    vi.advanceTimersByTime(200);
    expect(ran).toEqual(['now']);
    vi.advanceTimersByTime(700);
    expect(ran).toEqual(['now', 'soon']);
    vi.advanceTimersByTime(10_000);
    expect(ran).toEqual(['now', 'soon', 'late']);
    wheel.stop();
  });

  it('runs tasks that tasks add, and drops those that are cancelled', () => {
    const wheel = createTimerWheel(100, () => undefined);
    const ran: number[] = [];
    const again = (): void => {
      ran.push(1);
      wheel.after(300, again);
    };
    wheel.after(300, again);
    wheel.after(500, () => ran.push(2))();
    vi.advanceTimersByTime(1_500);
    expect(ran.length).toBeGreaterThanOrEqual(3);
    expect(ran).not.toContain(2);
    wheel.stop();
    vi.advanceTimersByTime(5_000);
    expect(ran.length).toBeLessThan(6);
  });

  it('reports the error of a task and runs the others', () => {
    const errors: unknown[] = [];
    const ran: string[] = [];
    const wheel = createTimerWheel(100, (error) => errors.push(error));
    wheel.after(100, () => {
      throw new Error('boom');
    });
    wheel.after(100, () => ran.push('other'));
    vi.advanceTimersByTime(300);
    expect(errors).toEqual([new Error('boom')]);
    expect(ran).toEqual(['other']);
    wheel.stop();
  });
});
