import { AxiosHeaders } from 'axios';
import { expect, it, vi } from 'vitest';
import { createSessionLoss } from '../../../../src/console/data';
import { createHttp } from '../../../../src/console/data/call';
import { failure } from '../../../../src/protocol';

it('is told once, however many calls at the same moment hear of it', async () => {
  const loss = createSessionLoss();
  const listener = vi.fn();
  loss.subscribe(listener);
  const onSessionLost = vi.fn(loss.tell);
  let answer = () => {};
  const all = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let waiting = 0;
  const http = createHttp({
    runtime: { apiBase: '/api', signSecret: 'S' },
    session: {
      token: () => 'T',
      publicKey: () => undefined,
      open: vi.fn(),
      renew: vi.fn(),
      clear: vi.fn(),
    },
    form: {},
    locale: () => 'en',
    say: (code) => code,
    onSessionLost,
    adapter: async (config) => {
      waiting += 1;
      if (waiting === 10) answer();
      await all;
      const data = failure('sessionTimeOut', 'Gone');
      return { status: 200, statusText: '', config, data, headers: new AxiosHeaders() };
    },
  });
  const calls = Array.from({ length: 10 }, (_, i) => http.post(`/call/${i}`));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  expect(onSessionLost).toHaveBeenCalledTimes(10);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(loss.isLost()).toBe(true);
});
