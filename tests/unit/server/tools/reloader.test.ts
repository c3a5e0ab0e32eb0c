import { expect, it, vi } from 'vitest';
import { createReloader } from '../../../../src/server/tools/reloader';

/** Creates a reloader whose servers are named by the saved text, and records its events. */
const createTrial = (first: string) => {
  let saved = first;
  const events: string[] = [];
  const reloader = createReloader({
    load: async () => {
      const text = saved;
      if (text.startsWith('unloadable')) throw new Error(text);
      return async () => {
        if (text.startsWith('unstartable')) throw new Error(text);
        events.push(`start ${text}`);
        return { text, close: async () => void events.push(`close ${text}`) };
      };
    },
    onError: ({ message }) => events.push(`error ${message}`),
    onRecovery: () => events.push('recovered'),
  });
  return {
    reloader,
    /** Saves a text and waits for the expected events. @returns the text of the running server */
    save: async (text: string, expected: readonly string[]) => {
      saved = text;
      events.length = 0;
      reloader.reload();
      await vi.waitFor(() => expect(events).toEqual(expected));
      return (await reloader.current()).text;
    },
  };
};

it('a change is started when what ran before is closed', async () => {
  const { reloader, save } = createTrial('one');
  expect((await reloader.current()).text).toBe('one');
  expect(await save('two', ['close one', 'start two'])).toBe('two');
});

it('code that cannot be loaded leaves the running server alone, and the next good one recovers', async () => {
  const { reloader, save } = createTrial('one');
  await reloader.current();
  expect(await save('unloadable', ['error unloadable'])).toBe('one');
  expect(await save('unloadable again', ['error unloadable again'])).toBe('one');
  expect(await save('two', ['close one', 'start two', 'recovered'])).toBe('two');
  expect(await save('three', ['close two', 'start three'])).toBe('three');
});

it('code that does not start makes way for the last that did', async () => {
  const { reloader, save } = createTrial('one');
  await reloader.current();
  expect(await save('unstartable', ['close one', 'error unstartable', 'start one'])).toBe('one');
  expect(await save('two', ['close one', 'start two', 'recovered'])).toBe('two');
});

it('a first start that fails says why', async () => {
  await expect(createTrial('unloadable').reloader.current()).rejects.toThrow('unloadable');
  await expect(createTrial('unstartable').reloader.current()).rejects.toThrow('unstartable');
});

it('changes before the code is loaded share one reload', async () => {
  const { reloader, save } = createTrial('one');
  await reloader.current();
  reloader.reload();
  expect(await save('two', ['close one', 'start two'])).toBe('two');
});
