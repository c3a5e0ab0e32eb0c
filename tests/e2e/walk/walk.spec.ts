import declared from '../../../resources.config';
import { type Caller, openCaller } from '../caller';
import { expect, test } from '../console';
import { shapesOf } from './shapes';
import { walkCalls } from './walkCalls';
import { walkEntity, walkForm } from './walkEntity';

const pathOf = (entity: string): string | undefined => {
  const [url] = Object.entries(declared.pages).find(([, page]) => page === entity) ?? [];
  const menus = declared.menus.flatMap((menu) => [menu, ...(menu.children ?? [])]);
  return menus.find((menu) => menu.url !== undefined && menu.url === url)?.code;
};

/** What a walk adds is told by a number of its own, at a second try too. */
const numberFor = (from: number, i: number): number => from + i * 2 + 1000 * test.info().retry;

const withPage = declared.entities.filter(({ name }) => pathOf(name) !== undefined);

/** One session for all: a sign-in takes as long as the calls of an entity. */
let admin: Promise<Caller> | undefined;

for (const [i, entity] of declared.entities.entries()) {
  test(`${entity.name}: what its declaration says can be done by calls`, async ({ baseURL }) => {
    admin ??= openCaller(baseURL ?? '', 'admin');
    await walkCalls(await admin, entity, numberFor(500, i));
  });
}

for (const [i, { entity, onlyForm }] of shapesOf(withPage).entries()) {
  const what = onlyForm ? 'its form asks for' : 'its declaration says';
  test(`${entity.name}: what ${what} can be done in the browser`, async ({ page, console }) => {
    await console.openAs('admin', `/${pathOf(entity.name)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await (onlyForm ? walkForm : walkEntity)(page, entity, numberFor(100, i));
  });
}

test('every entity has a page', () => {
  const shown = new Set(withPage.map(({ name }) => name));
  const apart = declared.entities.filter(({ name }) => !shown.has(name)).map(({ name }) => name);
  // These are shown in the details and the forms of others.
  expect(apart.sort()).toEqual(['button', 'childLock', 'colleague', 'lockSetting', 'smsDevice']);
});
