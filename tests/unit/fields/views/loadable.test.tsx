import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { loadable } from '../../../../src/fields/views/loadable';

const module = { Greeting: ({ name }: { readonly name: string }) => <p>Hello {name}</p> };

it('renders its placeholder until the code is loaded, and loads it once', async () => {
  const fetchCode = vi.fn(async () => module);
  const Greeting = loadable(fetchCode, 'Greeting');
  const render = () =>
    renderToStaticMarkup(
      <>
        <Greeting name="Ann" loading={<hr />} />
        <Greeting name="Bo" />
      </>,
    );
  expect(render()).toBe('<hr/>');
  await Greeting.load();
  expect(render()).toBe('<p>Hello Ann</p><p>Hello Bo</p>');
  expect(fetchCode).toHaveBeenCalledTimes(1);
});

it('renders at once if the code is loaded', async () => {
  const Greeting = loadable(async () => module, 'Greeting');
  await Greeting.load();
  expect(renderToStaticMarkup(<Greeting name="Ann" loading={<hr />} />)).toBe('<p>Hello Ann</p>');
});

it('loads again after a failure', async () => {
  const fetchCode = vi.fn(async () => module).mockRejectedValueOnce(new Error('offline'));
  const Greeting = loadable(fetchCode, 'Greeting');
  await expect(Greeting.load()).rejects.toThrow('offline');
  await Greeting.load();
  expect(renderToStaticMarkup(<Greeting name="Ann" />)).toBe('<p>Hello Ann</p>');
});
