import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import config from '../../../../resources.config';
import { CONTACT, type Contact } from '../../../../src/domain/connection';
import { contactBuffer } from '../../../../src/server/fleet/contacts';
import type { DeviceLink } from '../../../../src/server/fleet/link';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('what locks do while the server ends is written nowhere', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  // A database that is closed: whoever asks it is refused.
  const getExecutor = vi.fn(() => {
    throw new Error('closed');
  });
  const buffer = contactBuffer({
    db: { getExecutor } as never,
    config,
    link: {} as DeviceLink,
    log,
  });
  const went: Contact = { sn: 'A1', event: CONTACT.went, at: 1 };
  await buffer.close();
  buffer.add(went);
  await vi.advanceTimersByTimeAsync(1000);
  expect(log.error).not.toHaveBeenCalled();
  expect(getExecutor).not.toHaveBeenCalled();
});
