import { describe, expect, it } from 'vitest';
import {
  addTracked,
  exportState,
  hasFile,
  isRunning,
  MAX_TRACKED,
  percentOf,
  readTracked,
} from '../../../../src/console/shell/exports';
import { JOB } from '../../../../src/domain/job';

const job = (id: number) => ({ id, title: `Export ${id}` });
const progress = (state: number, total: number | null = null, done = 0) => ({
  state,
  total,
  done,
  message: null,
});

describe('tracked exports', () => {
  it('are listed newest first, once each, up to a limit', () => {
    const twice = addTracked(addTracked(addTracked([], job(1)), job(2)), job(1));
    expect(twice.map(({ id }) => id)).toEqual([1, 2]);
    const many = Array.from({ length: 30 }, (_, i) => job(i)).reduce(addTracked, twice);
    expect(many).toHaveLength(MAX_TRACKED);
    expect(many[0]?.id).toBe(29);
  });

  it.each([
    ['nothing', undefined, []],
    ['another value', { a: 1 }, []],
    ['a list with wrong entries', [null, {}, { id: 1 }, job(3), { id: 'x', title: 'y' }], [3, 'x']],
  ])('are read from %s', (_, storedList, ids) => {
    expect(readTracked(storedList).map(({ id }) => id)).toEqual(ids);
  });
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
