import declared from '../../../resources.config';
import { SHORT_WALK } from '../../api/walk/samples';
import { expect, test } from '../console';
import { shapesOf } from './shapes';
import { walkEntity, walkForm } from './walkEntity';

const pathOf = (entity: string): string | undefined => {
  const [url] = Object.entries(declared.pages).find(([, page]) => page === entity) ?? [];
  const menus = declared.menus.flatMap((menu) => [menu, ...(menu.children ?? [])]);
  return menus.find((menu) => menu.url !== undefined && menu.url === url)?.code;
};

const withPage = declared.entities.filter(({ name }) => pathOf(name) !== undefined);
const isShort = ({ name }: { readonly name: string }) => SHORT_WALK.includes(name);

const walks = [
  ...withPage.filter(isShort).map((entity) => ({ entity, onlyForm: false, tag: [] })),
  ...shapesOf(withPage)
    .filter(({ entity }) => !isShort(entity))
    .map((shape) => ({ ...shape, tag: ['@long'] })),
];

for (const [i, { entity, onlyForm, tag }] of walks.entries()) {
  const subject = onlyForm ? 'its form asks for' : 'its declaration says';
  const title = `${entity.name}: what ${subject} can be done in the browser`;
  test(title, { tag }, async ({ page, console }) => {
    await console.openAs('admin', `/${pathOf(entity.name)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A number per walk and retry distinguishes its records.
    const n = 100 + i * 2 + 1000 * test.info().retry;
    await (onlyForm ? walkForm : walkEntity)(page, entity, n);
  });
}
