import { describe, expect, it } from 'vitest';
import {
  exportState,
  hasFile,
  isRunning,
  percentOf,
} from '../../../../src/console/shell/ExportsButton';
import { JOB } from '../../../../src/domain/job';

const progress = (state: number, total: number | null = null, done = 0) => ({
  state,
  total,
  done,
  message: null,
});

describe('the state of an export', () => {
  it.each([
    ['not known', undefined, 'waiting', true, false],
    ['waiting', progress(JOB.waiting, 10), 'waiting', true, false],
    ['running', progress(JOB.running), 'running', true, false],
    ['running, counted', progress(JOB.running, 10, 5), 'counted', true, false],
    ['done', progress(JOB.done, 10, 10), 'done', false, true],
    ['done with errors', progress(JOB.doneWithErrors, 10, 9), 'done', false, true],
    ['failed', progress(JOB.failed), 'failed', false, false],
    ['cancelled', progress(JOB.cancelled), 'cancelled', false, false],
  ])('is derived for: %s', (_, answer, state, running, file) => {
    expect(exportState(answer)).toBe(state);
    expect(isRunning(answer)).toBe(running);
    expect(hasFile(answer)).toBe(file);
  });

  it.each([
    [progress(JOB.waiting, 100), undefined],
    [progress(JOB.running), undefined],
    [progress(JOB.running, 0), undefined],
    [progress(JOB.running, 3, 1), 33],
    [progress(JOB.running, 3, 4), 100],
  ])('of %j is %s percent', (answer, percent) => {
    expect(percentOf(answer)).toBe(percent);
  });
});
