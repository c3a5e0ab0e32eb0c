import { violations } from './axe';
import { openCaller } from './caller';
import { expect, moveTo, row, test } from './console';

const WHY = /This role belongs to an organisation above yours/;
const ROLE = `Kept ${Date.now().toString().slice(-6)}`;

test('a locked record has disabled actions with a reason and a read-only form; a bulk deletion skips it', async ({
  page,
  console,
}) => {
  const caller = await openCaller(console.url, 'harbour');
  const { list } = await caller.ask('/role/list', { roleName: 'Organisation administrator' });
  await caller.ask('/role/add', { roleName: ROLE, parent_id: list[0].id });
  await console.openAs('harbour', '/role');
  const edit = page.getByRole('button', { name: 'Edit Shift staff' });
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  // Pressed all the same: a finger cannot hover.
  await edit.click({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(WHY);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await row(page, 'Shift staff').focus();
  for (const key of ['e', 'Delete']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  // A hint that is closing lies outside of every landmark.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Shift staff' }).click();
  const head = page.getByRole('dialog');
  for (const name of ['Edit', 'Delete']) {
    await expect(head.getByRole('button', { name, exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  }

  const id = new URL(page.url()).searchParams.get('show');
  await moveTo(page, `/role?edit=${id}`);
  const form = page.getByRole('dialog');
  await expect(form).toContainText(WHY);
  await expect(form.getByLabel(/^Role/)).toBeDisabled();
  await expect(form.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Close' }).last().click();
  await expect(form).toBeHidden();

  for (const name of [ROLE, 'Shift staff']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete this record?');
  await expect(question).toContainText('1 record will be skipped');
  await expect(question).toContainText(WHY);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(row(page, ROLE)).toHaveCount(0);
  await expect(row(page, 'Shift staff')).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('texts of the server are shown in Chinese, and edited as they are stored', {
    tag: '@long',
  }, async ({ page, console }) => {
    await console.openAs('admin', '/menu');
    await page.getByRole('textbox', { name: '菜单编码' }).fill('deviceList');
    await expect(row(page, '设备列表')).toContainText('综合管理');
    await page.getByRole('button', { name: '编辑 设备列表' }).click();
    const form = page.getByRole('dialog');
    await expect(form.getByLabel(/^菜单名称/)).toHaveValue('Devices');
    await expect(form.getByLabel(/^上级菜单/)).toHaveValue('综合管理');
    await form.getByLabel(/^上级菜单/).click();
    await expect(page.getByRole('option', { name: '系统管理' })).toBeVisible();
    await page.keyboard.press('Escape');
    await console.go('/systemParams');
    await expect(row(page, 'record_keep_days')).toContainText('记录保留天数');
    await expect(row(page, 'record_keep_days')).not.toContainText('Days records');
    await console.go('/dictManage');
    await expect(row(page, '设备类别')).toBeVisible();
    await console.go('/role');
    await expect(row(page, '值班人员')).toContainText('机构管理员');
  });
});
