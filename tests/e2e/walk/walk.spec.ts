import declared from '../../../resources.config';
import { expect, test } from '../console';
import { walkEntity } from './walkEntity';

const pathOf = (entity: string): string | undefined => {
  const [url] = Object.entries(declared.pages).find(([, page]) => page === entity) ?? [];
  const menus = declared.menus.flatMap((menu) => [menu, ...(menu.children ?? [])]);
  return menus.find((menu) => menu.url !== undefined && menu.url === url)?.code;
};

const walked = declared.entities.flatMap((entity) => {
  const path = pathOf(entity.name);
  return path === undefined ? [] : [{ entity, path }];
});

for (const [i, { entity, path }] of walked.entries()) {
  test(`${entity.name}: what its declaration says can be done in the browser`, async ({
    page,
    console,
  }) => {
    await console.openAs('admin', `/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await walkEntity(page, entity, 100 + i * 2);
  });
}

test('every entity has a page', () => {
  const shown = new Set(walked.map(({ entity }) => entity.name));
  const apart = declared.entities.filter(({ name }) => !shown.has(name)).map(({ name }) => name);
  // These are shown in the details of others.
  expect(apart.sort()).toEqual(['button', 'childLock', 'smsDevice']);
});
