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

it('starts the changed code after the old code has closed', async () => {
  const { reloader, save } = createTrial('one');
  expect((await reloader.current()).text).toBe('one');
  expect(await save('two', ['close one', 'start two'])).toBe('two');
});

it('keeps the server running if new code cannot be loaded, and recovers with the next change', async () => {
  const { reloader, save } = createTrial('one');
  await reloader.current();
  expect(await save('unloadable', ['error unloadable'])).toBe('one');
  expect(await save('unloadable again', ['error unloadable again'])).toBe('one');
  expect(await save('two', ['close one', 'start two', 'recovered'])).toBe('two');
  expect(await save('three', ['close two', 'start three'])).toBe('three');
});

it('returns to the last working code if new code does not start', async () => {
  const { reloader, save } = createTrial('one');
  await reloader.current();
  expect(await save('unstartable', ['close one', 'error unstartable', 'start one'])).toBe('one');
  expect(await save('two', ['close one', 'start two', 'recovered'])).toBe('two');
});

it('reports why the first start fails', async () => {
  await expect(createTrial('unloadable').reloader.current()).rejects.toThrow('unloadable');
  await expect(createTrial('unstartable').reloader.current()).rejects.toThrow('unstartable');
});

it('reloads once for several changes before the code is loaded', async () => {
  const { reloader, save } = createTrial('one');
  await reloader.current();
  reloader.reload();
  expect(await save('two', ['close one', 'start two'])).toBe('two');
});
