import { beforeEach, describe, expect, it, vi } from 'vitest';
import { captureErrors, createErrorLog } from '../../../../src/console/app/errorLog';

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/deviceList' });
});

describe('createErrorLog', () => {
  it('keeps the newest hundred errors', () => {
    const log = createErrorLog();
    for (let i = 1; i <= 120; i++) log.add(new Error(`Error ${i}`));
    expect(log.entries()).toHaveLength(100);
    expect(log.entries()[0]).toMatchObject({ message: 'Error 120', url: '/deviceList' });
  });

  it.each([
    ['token=abc123', 'token=…'],
    ['{"password":"s3cret","sn":"A"}', '{"password":"…","sn":"A"}'],
    ['Authorization: T0K3N', 'Authorization: …'],
    ['sign=7721BF51&x=1', 'sign=…&x=1'],
    ['Authorization: Bearer T0K3N', 'Authorization: …'],
    ['Admin-Token=abc123; path=/', 'Admin-Token=…; path=/'],
    ['{"newPassword":"s3cret T0K3N"}', '{"newPassword":"…"}'],
    [String.raw`{\"token\":\"abc123\",\"a\":1}`, String.raw`{\"token\":\"…\",\"a\":1}`],
    ["{ oldPassword: 's3cret' }", "{ oldPassword: '…' }"],
    ['/x?token=abc123&a=1', '/x?token=…&a=1'],
    ['nothing to hide', 'nothing to hide'],
    ['Unexpected token < in JSON', 'Unexpected token < in JSON'],
  ])('masks the session secrets in %s', (message, expected) => {
    const log = createErrorLog();
    log.add(new Error(message), message);
    const [entry] = log.entries();
    expect(entry?.message).toBe(expected);
    expect(entry?.stack.endsWith(expected)).toBe(true);
    expect(entry?.stack).not.toMatch(/abc123|s3cret|T0K3N|7721BF51/);
  });

  it('notifies subscribers, and returns the same array until an error arrives', () => {
    const log = createErrorLog();
    const listener = vi.fn();
    const end = log.subscribe(listener);
    log.add('just words');
    const before = log.entries();
    expect(log.entries()).toBe(before);
    expect(before[0]?.message).toBe('just words');
    log.clear();
    end();
    log.add(new Error('later'));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('ignores aborted calls', () => {
    const log = createErrorLog();
    log.add(new DOMException('Aborted', 'AbortError'));
    expect(log.entries()).toEqual([]);
  });
});

it('records uncaught errors', () => {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const log = createErrorLog();
  captureErrors(log);
  const tell = (type: string, facts: object) =>
    events.dispatchEvent(Object.assign(new Event(type), facts));
  tell('error', { error: new Error('thrown') });
  tell('error', { error: null, message: 'Script error.' });
  // A notice of the browser, and no error.
  tell('error', { message: 'ResizeObserver loop completed with undelivered notifications.' });
  tell('unhandledrejection', { reason: new Error('rejected') });
  expect(log.entries().map(({ message }) => message)).toEqual([
    'rejected',
    'Script error.',
    'thrown',
  ]);
});
