import { flatMenus } from '../../src/config';
import { menus as seeds } from '../../src/resources';
import { openCaller, PASSWORD, signedIn } from './caller';
import { enter, expect, refusals, test } from './console';

/** Pages of the short run: home, the desk of alarms, and a list. */
const SHORT = ['dashboard', 'alertRecord', 'deviceList'];

let hired = 0;

/** Adds an operator of Harbour whose role has one menu and no button. @returns their session */
const withOneMenu = async (url: string, menu_code: string) => {
  const admin = await openCaller(url, 'admin');
  const { list: menus } = await admin.ask('/menu/list', { pageNum: 1, pageSize: 200 });
  const menu = menus.find(({ menuCode }: { menuCode: string }) => menuCode === menu_code);
  const { list: opers } = await admin.ask('/oper/list', { loginName: 'harbour' });
  const [{ org_id }] = opers;
  hired += 1;
  const name = `one${process.pid}x${hired}`;
  const grants = { menus: [menu.id], buttons: [] };
  const role = await admin.ask('/role/add', { roleName: name, parent_id: 1, grants });
  const first = await admin.encrypt('First2026');
  const oper = { operName: 'Ona', loginName: name, role_id: role.id, org_id, password: first };
  await admin.ask('/oper/add', oper);
  const own = await openCaller(url, name, { password: 'First2026' });
  const newPassword = await own.encrypt(PASSWORD);
  await own.ask('/login/changePassword', { oldPassword: first, newPassword });
  return signedIn(url, name);
};

const codes = flatMenus(seeds).flatMap(({ code, url }) => (url === undefined ? [] : code));

for (const code of codes) {
  const tag = SHORT.includes(code) ? [] : '@long';
  test(`a role with the menu ${code} alone opens its page without a refused call`, { tag }, async ({
    page,
    console,
  }) => {
    const refused = refusals(page);
    await enter(page, await withOneMenu(console.url, code));
    await page.goto(`/${code}`);
    await expect(page.locator('main')).toBeVisible();
    await expect(
      page.locator('[role=progressbar]:not([aria-valuenow])').filter({ visible: true }),
    ).toHaveCount(0);
    await page.waitForLoadState('load');
    const bell = page.getByRole('banner').getByRole('button', { name: /unprocessed alarm/i });
    await expect(bell).toHaveCount(code === 'alertRecord' ? 1 : 0);
    expect(refused).toEqual([]);
  });
}
