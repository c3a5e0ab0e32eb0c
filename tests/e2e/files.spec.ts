import { rm } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { violations } from './axe';
import { buildProject } from './buildProject';
import { openCaller, signedIn } from './caller';
import { enter, expect, row, test, turnToChinese } from './console';
import { type RunningConsole, runConsole } from './startConsole';

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7 ${name}`),
});

/** Draws a picture that the browser can show. */
const picture = async (page: Page, name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } }),
});

const papersOf = (dialog: Locator) => dialog.getByRole('group', { name: 'Papers' });

const namesIn = (papers: Locator) => papers.getByRole('listitem').getByRole('link');

/** Drops files as a file manager does. */
const drop = async (target: Locator, names: readonly string[]) => {
  const transfer = await target.page().evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const name of all)
      data.items.add(new File(['%PDF-1.7 dropped'], name, { type: 'application/pdf' }));
    return data;
  }, names);
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await target.dispatchEvent('drop', { dataTransfer: transfer });
};

// They build a copy of the project.
test.describe('several files of a record', { tag: '@long' }, () => {
  // The tests share a build and its console.
  test.describe.configure({ mode: 'default' });
  let root: string;
  let running: RunningConsole;

  test.beforeAll(async () => {
    root = await buildProject({
      declarations: 'tests/e2e/walk/passage.ts',
      names: ['passage'],
      configure: (config) => config.replace('entities: [', 'entities: [passage,'),
    });
    running = await runConsole({ root, env: { DEMO_LOCKS: '5' } });
  });
  test.afterAll(async () => {
    await running.stop();
    await rm(root, { recursive: true, force: true });
  });

  const openAs = async (page: Page, login: string, path: string) => {
    await enter(page, await signedIn(running.url, login));
    await page.goto(running.url + path);
  };

  test('are uploaded at once, ordered, removed and shown', async ({ page }) => {
    await openAs(page, 'admin', '/passage');
    await page.getByRole('button', { name: 'New' }).first().click();
    const dialog = page.getByRole('dialog');
    const papers = papersOf(dialog);
    const add = papers.getByRole('button', { name: 'Add files' });
    await dialog.getByLabel(/^Code/).fill('P1');
    await expect(add).toHaveAccessibleDescription(/Up to 3 files of 20 MB each: pdf, png/);

    const fake = { ...(await picture(page, 'fake.png')), buffer: Buffer.from('no picture') };
    await papers
      .locator('input[type=file]')
      .setInputFiles([
        pdf('one.pdf'),
        await picture(page, 'seal.png'),
        { ...pdf('list.csv'), mimeType: 'text/csv' },
        fake,
      ]);
    await expect(namesIn(papers)).toHaveText(['one.pdf', 'seal.png']);
    await expect(add).toHaveAccessibleDescription(/list\.csv: Only these file types.*fake\.png: /);
    await expect(papers.getByRole('listitem').locator('img')).toHaveCount(1);
    await expect(dialog.getByLabel(/^Code/)).toHaveValue('P1');

    await drop(papers, ['two.pdf', 'three.pdf']);
    await expect(namesIn(papers)).toHaveText(['one.pdf', 'seal.png', 'two.pdf']);
    await expect(add).toHaveAccessibleDescription(/three\.pdf: Up to 3 files/);
    expect(await violations(page, 'region')).toEqual([]);

    // A button that moves with its line keeps the focus.
    const down = papers.getByRole('button', { name: 'Move one.pdf down' });
    await down.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Enter');
    await expect(namesIn(papers)).toHaveText(['seal.png', 'two.pdf', 'one.pdf']);
    await expect(down).toBeFocused();
    await papers.getByRole('button', { name: 'Remove two.pdf' }).click();
    await expect(namesIn(papers)).toHaveText(['seal.png', 'one.pdf']);
    await dialog.getByRole('button', { name: 'Save' }).click();

    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'image') pictures.push(request.url());
    });
    await expect(row(page, 'P1')).toContainText('2 files');
    await page.reload();
    await expect(row(page, 'P1')).toContainText('2 files');
    expect(pictures.filter((url) => url.includes('seal.png'))).toEqual([]);

    await row(page, 'P1').getByRole('link', { name: 'P1' }).click();
    const detail = page.getByRole('dialog');
    await expect(detail.getByRole('link', { name: 'one.pdf' })).toBeVisible();
    await detail.getByRole('button', { name: 'seal.png' }).click();
    const preview = page.getByRole('dialog', { name: 'seal.png' });
    await expect(preview.getByRole('img', { name: 'seal.png' })).toHaveJSProperty(
      'naturalWidth',
      300,
    );
    expect(await violations(page, 'region')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
    await expect(detail).toBeVisible();
  });

  test('must be there where a rule says so, and the history names them', async ({ page }) => {
    const admin = await openCaller(running.url, 'admin');
    const one = await admin.upload(pdf('one.pdf').buffer, 'one.pdf', { purpose: 'files' });
    const { id } = await admin.ask('/passage/add', { code: 'P2', papers: [one] });
    await admin.ask('/passage/lodge', { ids: [id] });
    await openAs(page, 'admin', `/passage?edit=${id}`);
    const dialog = page.getByRole('dialog');
    const papers = papersOf(dialog);
    await papers.getByRole('button', { name: 'Remove one.pdf' }).click();
    await dialog.getByLabel(/^Note/).fill('Typed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(papers.getByRole('button', { name: 'Add files' })).toBeFocused();
    await expect(papers.getByText('The papers are missing')).toBeVisible();
    await papers.locator('input[type=file]').setInputFiles([pdf('two.pdf'), pdf('three.pdf')]);
    await expect(namesIn(papers)).toHaveText(['two.pdf', 'three.pdf']);
    await expect(dialog.getByLabel(/^Note/)).toHaveValue('Typed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'P2')).toContainText('2 files');
    await row(page, 'P2').getByRole('link', { name: 'P2' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByText('added two.pdf, three.pdf; removed one.pdf')).toBeVisible();
  });

  test.describe('on paper', () => {
    test.use({ colorScheme: 'dark' });

    /** Prints the page as A4. @returns its pages, and what was visible on paper */
    const print = async (page: Page) => {
      await page.evaluate(() => {
        const look = () => {
          const dialog = document.querySelector('[role="dialog"]');
          const isVisible = (selector: string) =>
            [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
          Object.assign(window, {
            paper: {
              text: (dialog as HTMLElement).innerText.replace(/\s+/g, ' '),
              background: getComputedStyle(dialog as Element).backgroundColor,
              chrome: ['nav', 'button:not(:has(img))', '[role=tab]', 'main table'].filter(
                isVisible,
              ),
              rules: [...document.styleSheets].flatMap((sheet) =>
                [...sheet.cssRules]
                  .map(({ cssText }) => cssText)
                  .filter((css) => /^@page/.test(css)),
              ),
            },
          });
        };
        const wait = () =>
          matchMedia('print').addEventListener('change', () => queueMicrotask(look), {
            once: true,
          });
        addEventListener('beforeprint', wait, { once: true });
      });
      const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const paper = await page.evaluate(
        () =>
          Reflect.get(window, 'paper') as {
            text: string;
            background: string;
            chrome: string[];
            rules: string[];
          },
      );
      const sizes = [...sheet.matchAll(/\/MediaBox \[0 0 (\S+) (\S+)\]/g)];
      return { ...paper, pages: sizes.map(([, width, height]) => [Number(width), Number(height)]) };
    };

    test('a record has a head, its pictures and page numbers', async ({ page }) => {
      const admin = await openCaller(running.url, 'admin');
      await openAs(page, 'admin', '/passage');
      const { buffer } = await picture(page, 'seal.png');
      const papers = [
        await admin.upload(buffer, 'seal.png', { purpose: 'files' }),
        await admin.upload(pdf('one.pdf').buffer, 'one.pdf', { purpose: 'files' }),
      ];
      const note = 'A long note of the driver. '.repeat(200).trim();
      const { id } = await admin.ask('/passage/add', { code: 'P3', papers, note });
      await admin.ask('/passage/lodge', { ids: [id] });
      await page.goto(`${running.url}/passage?show=${id}`);
      const detail = page.getByRole('dialog');
      await expect(detail.getByRole('button', { name: 'Print' })).toBeVisible();
      await expect(detail.getByRole('img', { name: 'seal.png' })).toBeVisible();
      const english = await print(page);
      expect(english.text).toMatch(
        /^Sealdesk Printed by \S+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d · .*Passage P3 Lodged/,
      );
      expect(english.text).toContain('seal.png one.pdf');
      expect(english.text).toContain(note);
      expect(english.background).toBe('rgb(255, 255, 255)');
      expect(english.chrome).toEqual([]);
      expect(english.rules.join()).toMatch(/size: a4.*counter\(page\) " \/ " counter\(pages\)/i);
      expect(english.pages.length).toBeGreaterThan(1);
      for (const [width, height] of english.pages)
        expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([595, 842]);

      // The screen is as before.
      await expect(detail.getByRole('tab', { name: 'History' })).toBeVisible();
      await expect(detail.getByText('Printed by')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await turnToChinese(page);
      await page.goto(`${running.url}/passage?show=${id}`);
      await expect(detail.getByRole('button', { name: '打印' })).toBeVisible();
      expect((await print(page)).text).toMatch(/^Sealdesk 打印人：\S+，.*通行 P3 已申报/);
    });
  });
});
