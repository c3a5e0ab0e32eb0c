import { expect, test } from './console';

interface Menu {
  readonly menu_code: string;
  readonly menu_url: string;
}

interface Answer {
  readonly verify: { readonly sign: string; readonly desc: string };
  readonly data: { readonly menus?: readonly Menu[] } | null;
}

/** A message key that nobody translated, as polyglot shows it. */
const KEY = /\b(?:screens|shell|dashboard|maps|commands|rules|ra|login|profile)\.[a-z][\w.]+/;

for (const locale of ['en-US', 'zh-CN'] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const login of ['admin', 'harbour', 'shift']) {
      test(`every menu of ${login} opens, and every call it makes is answered`, async ({
        page,
        console,
      }) => {
        test.setTimeout(180_000);
        const refused: string[] = [];
        let menus: readonly Menu[] = [];
        page.on('response', async (response) => {
          if (!response.url().includes('/api/')) return;
          const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
          if (!answer) return;
          if (answer.verify.sign !== 'success')
            refused.push(`${response.url()} ${answer.verify.desc}`);
          if (response.url().endsWith('/auth/getAuth')) menus = answer.data?.menus ?? [];
        });
        await console.openAs(login, '/dashboard');
        await expect(() => expect(menus.length).toBeGreaterThan(0)).toPass();
        for (const { menu_code, menu_url } of menus.filter(({ menu_url }) => menu_url !== '0')) {
          await page.goto(`/${menu_code}`);
          await expect(page.locator('main')).toBeVisible();
          await expect(page.getByRole('progressbar')).toHaveCount(0);
          const said = await page.locator('body').innerText();
          expect(KEY.exec(said)?.[0], menu_code).toBeUndefined();
          // A map whose tiles come from elsewhere says when it cannot reach them.
          if (menu_url.startsWith('map/')) continue;
          await expect(page.locator('main').getByRole('alert'), menu_code).toHaveCount(0);
        }
        expect(refused).toEqual([]);
      });
    }
  });
}
