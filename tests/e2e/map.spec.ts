import { expect, test } from './console';

test('the scale is right from the first picture', async ({ page, console }) => {
  await console.openAs('admin', '/mapWorld');
  await expect(page.getByRole('button', { name: /SD26/ }).first()).toBeAttached();
  const bar = page.getByRole('img', { name: /^Scale/ });
  const scale = async () => [await bar.textContent(), (await bar.boundingBox())?.width];
  const zoom = (way: 'in' | 'out') => page.getByRole('button', { name: `Zoom ${way}` }).click();
  const [length, width = 0] = await scale();
  await zoom('in');
  await expect.poll(scale).not.toEqual([length, width]);
  await zoom('out');
  // The same place, but for what a pixel is on a sphere.
  await expect
    .poll(async () => {
      const [again, wide = 0] = await scale();
      return again === length && Math.abs(Number(wide) - Number(width)) < 3;
    })
    .toBe(true);
});
