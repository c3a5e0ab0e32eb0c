import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import config from '../../../../resources.config';
import type { DeviceLink } from '../../../../src/server/fleet/link';
import { presenceBuffer } from '../../../../src/server/fleet/presence';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('that locks go while the server ends is written nowhere', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  // A database that is closed: whoever asks it is refused.
  const getExecutor = vi.fn(() => {
    throw new Error('closed');
  });
  const buffer = presenceBuffer({
    db: { getExecutor } as never,
    config,
    link: {} as DeviceLink,
    log,
    changed: { notify: vi.fn() } as never,
  });
  await buffer.close();
  buffer.add('A1', false);
  buffer.add('A2', true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(log.error).not.toHaveBeenCalled();
  expect(getExecutor).not.toHaveBeenCalled();
});
