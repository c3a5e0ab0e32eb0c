import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import config from '../../../../resources.config';
import { CONNECTION_EVENT, type ConnectionEvent } from '../../../../src/domain/connection';
import type { DeviceLink } from '../../../../src/server/fleet/link';
import { createConnectionLog } from '../../../../src/server/fleet/log/connectionLog';
import { createPresenceTracker } from '../../../../src/server/fleet/presence/presence';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Options = Parameters<typeof createConnectionLog>[0];

/** Closes a writer, then lets locks act. */
const cases: [what: string, closeAndHear: (options: Options) => Promise<void>][] = [
  [
    'a message of a lock',
    async (options) => {
      const buffer = createConnectionLog(options);
      const went: ConnectionEvent = { sn: 'A1', event: CONNECTION_EVENT.went, at: 1 };
      await buffer.close();
      buffer.add(went);
    },
  ],
  [
    'a connection of a lock',
    async (options) => {
      const changed = { notify: vi.fn() } as never;
      const buffer = createPresenceTracker({
        ...{ ...options, changed, server: 'test' },
        sender: { deliver: vi.fn(), resendSent: vi.fn() },
      });
      await buffer.close();
      buffer.add('A1', false);
      buffer.add('A2', true);
    },
  ],
];

it.each(cases)('%s while the server stops is not logged', async (_, closeAndHear) => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  // A closed database refuses every query.
  const getExecutor = vi.fn(() => {
    throw new Error('closed');
  });
  await closeAndHear({ db: { getExecutor } as never, config, link: {} as DeviceLink, log });
  await vi.advanceTimersByTimeAsync(1000);
  expect(log.error).not.toHaveBeenCalled();
  expect(getExecutor).not.toHaveBeenCalled();
});
