import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, row, test } from './console';

/** Starts a mail server that accepts everything. */
const mailServer = async () => {
  const mails: string[] = [];
  const server = createServer((socket: Socket) => {
    let mail = '';
    let inMail = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      mail += chunk;
      for (let end = mail.indexOf('\r\n'); end >= 0; end = mail.indexOf('\r\n')) {
        const line = mail.slice(0, end);
        mail = mail.slice(end + 2);
        if (inMail) {
          inMail = line !== '.';
          mails.push(line);
          if (!inMail) socket.write('250 ok\r\n');
        } else if (line === 'DATA') {
          inMail = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((done) => server.close(done)),
  };
};

test('a new dictionary item appears in a form at once; a test of a mail account shows the error', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/deviceTypeList');
  const dialog = page.getByRole('dialog');
  // Pages that were left stay hidden in the document, and an empty list has a second button.
  const add = page.getByRole('button', { name: 'New' }).filter({ visible: true }).first();
  await add.click();
  await dialog.getByLabel('Category').click();
  await expect(page.getByRole('option', { name: 'Valve lock' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByText('System', { exact: true }).click();
  await menu.getByText('Dictionaries', { exact: true }).click();
  await page
    .getByRole('tablist', { name: 'Lists of this page' })
    .getByText('Dictionary items')
    .click();
  await expect(page.getByRole('heading', { name: 'Dictionary items' })).toBeVisible();
  await add.click();
  await dialog.getByRole('combobox', { name: /^Dictionary/ }).click();
  await page.getByRole('option', { name: /Device category/ }).click();
  await dialog.getByLabel(/^Code/).fill('drum');
  await dialog.locator('input[name="item_text"]').fill('Drum lock');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page
    .getByRole('navigation', { name: 'Open pages' })
    .getByRole('link', { name: 'Device types' })
    .click();
  await expect(page.getByRole('heading', { name: 'Device types' })).toBeVisible();
  await add.click();
  await dialog.getByLabel('Category').click();
  await expect(page.getByRole('option', { name: 'Drum lock' })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const smtp = await mailServer();
  await console.go('/emailKey');
  await add.click();
  await dialog.getByLabel(/^Sender/).fill('alarm@seals.test');
  await dialog.getByLabel(/^SMTP server/).fill('127.0.0.1');
  await dialog.getByLabel(/^Port/).fill(String(smtp.port));
  await dialog.getByLabel(/^Encryption/).click();
  await page.getByRole('option', { name: 'None' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const send = async () => {
    await row(page, 'alarm@seals.test')
      .getByRole('button', { name: /^(More|Commands)/ })
      .click();
    await page.getByRole('menuitem', { name: 'Send test mail' }).click();
    await dialog.getByLabel(/^To/).fill('guard@port.test');
    await dialog.getByRole('button', { name: 'Send test mail' }).click();
  };
  await send();
  await expect(page.getByText('A test mail was sent to guard@port.test.')).toBeVisible();
  expect(smtp.mails.join('\n')).toContain('To: guard@port.test');
  await smtp.close();
  await page.keyboard.press('Escape');
  await send();
  await expect(
    dialog.getByText(/The mail server 127\.0\.0\.1 cannot be reached/).first(),
  ).toBeVisible();
  await expect(dialog.getByLabel(/^To/)).toHaveValue('guard@port.test');
  await expect(dialog.getByRole('button', { name: 'Send test mail' })).toBeEnabled();
});

test('firmware is uploaded, and a lock is upgraded to it', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/fireWareManage');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New' }).first().click();
  await dialog.getByLabel(/^Version/).fill('V5.0.1');
  const file = (name: string) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('firmware'),
  });
  const chooser = dialog.locator('input[type=file]');
  await chooser.setInputFiles(file('lock.exe'));
  await expect(dialog).toContainText(
    'Upload Fail! Only these file types are allowed: bin, hex, zip',
  );
  await chooser.setInputFiles(file('lock.bin'));
  await expect(page.getByText('Upload Success')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'lock.bin' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'V5.0.1')).toContainText('8 B');
  await expect(row(page, 'V5.0.1')).toContainText('lock.bin');

  await console.go('/fireWareLs');
  await page.getByRole('textbox', { name: 'Lock' }).fill('SD2600003');
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, 'SD2600003')
    .getByRole('button', { name: /^(More|Commands)/ })
    .click();
  await page.getByRole('menuitem', { name: 'Upgrade firmware' }).click();
  // An empty list of versions names whom to ask.
  const version = dialog.getByRole('combobox', { name: /^Firmware version/ });
  await page.route('**/api/firmware/list', (route) =>
    route.fulfill({ json: { verify: { sign: 'success' }, data: { list: [], total: 0 } } }),
  );
  await version.click();
  await expect(page.getByText('No Data Found, Please Contact The Administrator')).toBeVisible();
  await page.unroute('**/api/firmware/list');
  await version.fill('V5');
  await page.getByRole('option', { name: 'V5.0.1' }).click();
  await dialog.getByRole('button', { name: 'Upgrade firmware' }).click();
  await console.go('/upgradeRecord');
  await expect(row(page, 'SD2600003')).toContainText('Success');
});
