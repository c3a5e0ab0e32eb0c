import mqtt from 'mqtt';
import type { Locator, Page } from 'playwright/test';
import { violations } from './axe';
import { type Caller, hire, openCaller } from './caller';
import { expect, test } from './console';

/** Adds and connects a lock that raises alarms on request. */
const alarmingLock = async (caller: Caller, sn: string, org_id: number) => {
  const { id } = await caller.ask('/device/add', { sn, org_id });
  const { secrets } = await caller.ask('/device/connect', { ids: [id] });
  const lock = await mqtt.connectAsync(secrets[0].code, { clientId: sn, reconnectPeriod: 0 });
  const raise = async (...kinds: number[]) => {
    for (const police_type of kinds) {
      const report = { ts: Date.now(), report_reson: 1, lock_status: 3, police_type };
      await lock.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
    }
  };
  /** Sends `count` reports at once, each with a time of its own, from a blind spot. */
  const burst = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => {
        const ts = Date.now() - (count - i) * 120_000;
        const report = { ts, report_reson: 2, lock_status: 3, police_type: 1010 };
        return lock.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
      }),
    );
  return { raise, burst, leave: () => lock.endAsync(true) };
};

/** True if one element overlaps another. */
const overlaps = async (one: Locator, other: Locator): Promise<boolean | undefined> => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) return undefined;
  const across = a.x < b.x + b.width && b.x < a.x + a.width;
  return across && a.y < b.y + b.height && b.y < a.y + a.height;
};

const alarmCard = (page: Page) =>
  page.getByRole('region', { name: 'You have a new alarm message' });

/** Line of a lock's alarm: one of several, which are shown under the pointer, or the whole card. */
const lineIn = (card: Locator, sn: string): Locator => {
  const about = { hasText: sn };
  return card.getByRole('listitem').filter(about).or(card.filter(about)).last();
};

/**
 * Records in order what a page does: `told` if the live channel reports alarms, `asked` if it reads the list of one
 * lock's alarms.
 */
const heardOn = (page: Page) => {
  const events: { what: '' | 'told' | 'asked' }[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/live/changes')) return;
    const note: (typeof events)[0] = { what: '' };
    events.push(note);
    const answer = await response.json().catch(() => null);
    if (answer?.data?.alarms > 0) note.what = 'told';
  });
  page.on('request', (request) => {
    if (!request.url().endsWith('/alertRecord/list')) return;
    if (request.postDataJSON()?.sn) events.push({ what: 'asked' });
  });
  return () => events.flatMap(({ what }) => what || []).join(' ');
};

test('an alarm is announced on every page, taken over by one operator, and closed for all', async ({
  page,
  console,
}) => {
  const caller = await openCaller(console.url, 'harbour');
  const sn = `ALARM${process.pid}`;
  const { list: orgs } = await caller.ask('/org/list', {});
  const [harbour, yard] = orgs.filter(({ org_name: name }: { org_name: string }) =>
    /^(Harbour Logistics|Yantian)/.test(name),
  );
  const lock = await alarmingLock(caller, sn, harbour.id);
  const login = await hire(console.url, { name: 'Alarm Watch', like: 'harbour' });
  const settings = { is_voice: true, popup_severity: 2 };
  await (await openCaller(console.url, login)).ask('/hobby/save', settings);
  await page.addInitScript(() => {
    const spokenTexts: string[] = [];
    Object.assign(window, { spoken: spokenTexts });
    SpeechSynthesis.prototype.speak = ({ text }) => void spokenTexts.push(text);
  });
  // The browser asks for permission, and the person grants it.
  await page.addInitScript(() => {
    const notifications: Notification[] = [];
    class Shown {
      static get permission() {
        return localStorage.getItem('asked') ?? 'default';
      }
      static async requestPermission() {
        localStorage.setItem('asked', 'granted');
        return 'granted';
      }
      onclick?: () => void;
      constructor(
        readonly title: string,
        readonly options: NotificationOptions,
      ) {
        notifications.push(this as unknown as Notification);
      }
      close() {}
    }
    Object.assign(window, { shown: notifications, Notification: Shown });
  });
  await console.signIn(login, '/profile');
  await page.getByLabel(/System notification while/).click();
  await console.go('/factoryList');
  // Locks on the map name their alarms too.
  const bell = page.getByRole('banner').getByRole('button', { name: /unprocessed alarm/ });
  await expect(bell).toBeVisible();
  const colleague = await console.colleague('harbour', `/alertRecord?filter={"sn":"${sn}"}`);
  await expect(colleague.getByText('No Data Found')).toBeVisible();
  const events = heardOn(colleague);

  await lock.raise(1008);
  const popup = alarmCard(page);
  const line = lineIn(popup, sn);
  await popup.hover();
  await expect(line).toContainText('Illegal unlock');
  const spokenTexts = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
  // An alarm that comes together with those of other tests is only counted.
  const announcementOf = (what: string) =>
    expect.stringMatching(`^(New alarm: ${what}|\\d+ new alarms)$`);
  await expect.poll(spokenTexts).toContainEqual(announcementOf(`Illegal unlock, ${sn}`));
  expect(await violations(page)).toEqual([]);
  const row = colleague.getByRole('row').filter({ hasText: 'Illegal unlock' });
  await expect(row).toContainText('Unprocessed');

  await line.getByRole('button', { name: 'Take' }).click();
  await expect(line.getByRole('button', { name: 'Take' })).toHaveCount(0);
  await expect(row).toContainText('Alarm Watch');
  // The list was not polled: it was read because of the live channel.
  await expect.poll(events).toMatch(/told asked( told)*$/);

  await bell.click();
  const list = page.getByRole('dialog', { name: 'Unprocessed alarms' });
  const takenAlarm = list.getByRole('listitem').filter({ hasText: sn });
  // The button that ends it says who took it, so nothing else does.
  await expect(takenAlarm).toContainText('Taken by you');
  await expect(takenAlarm).not.toContainText('Taken by Alarm Watch');
  expect(await violations(page)).toEqual([]);
  await takenAlarm.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Process' }).click();
  const dialog = page.getByRole('dialog', { name: /Process/ });
  await dialog.getByLabel('Note').fill('Rope cut by accident');
  await dialog.getByRole('button', { name: 'Process' }).click();
  // Its line stays, so that no other moves under the pointer.
  await expect(takenAlarm.getByRole('button', { name: 'Release' })).toHaveCount(0);
  await expect(row).toContainText('Processed');
  await expect.poll(events).toMatch(/told asked( told)*$/);
  await page.keyboard.press('Escape');

  // For a hidden window the operating system shows the alarm, with a link to the lock.
  const notifications = () =>
    page.evaluate(() =>
      (window as unknown as { shown: { options: NotificationOptions }[] }).shown.map(
        ({ options }) => options.body,
      ),
    );
  expect(await notifications()).toEqual([]);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await lock.raise(9999);
  const otherFault = `Other fault, ${sn}`;
  await expect
    .poll(async () => (await notifications()).join('\n').split('\n'))
    .toContain(otherFault);
  // A lock of the demo may raise an alarm at the same moment: the notification then names both.
  const isAlone = (await notifications()).at(-1) === otherFault;
  await expect(page).toHaveTitle(/^\(\d+\) Manufacturer/);
  await page.evaluate(() =>
    (window as unknown as { shown: Notification[] }).shown.at(-1)?.onclick?.(new Event('click')),
  );
  await expect(page).toHaveURL(isAlone ? new RegExp(`sn=${sn}`) : /\/alertRecord\?/);
  await popup.getByRole('button', { name: 'Close the message' }).click();
  await page.goBack();

  // A severity that the yard raised applies to its own locks only. Elsewhere the alarm is too minor to be shown.
  const grave = { org_id: yard.id, police_type: 1003, severity: 1 };
  const { id: word } = await caller.ask('/alarmSeverity/add', grave);
  const guarded = await alarmingLock(caller, `GRAVE${process.pid}`, yard.id);
  const spokenBefore = (await spokenTexts()).length;
  await lock.raise(1003);
  await guarded.raise(1003);
  await popup.hover();
  const own = lineIn(popup, `GRAVE${process.pid}`);
  await expect(own.getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(popup).not.toContainText(sn);
  await expect
    .poll(async () => (await spokenTexts()).slice(spokenBefore))
    .toContainEqual(announcementOf(`Bluetooth fault, GRAVE${process.pid}`));
  expect((await spokenTexts()).join()).not.toContain(`Bluetooth fault, ${sn}`);
  await caller.ask('/alarmSeverity/delete', { ids: [word] });
  await guarded.leave();
  await popup.getByRole('button', { name: 'Close the message' }).click();

  // Several at once make one message, counted in the title of a hidden window.
  await page.mouse.move(600, 400);
  await lock.raise(1008, 1009, 1010, 1011, 1012);
  await expect(popup).toContainText(/^\d+ new alarms · worst: Illegal/);
  await expect(page).toHaveTitle(/^\(\d+\) Manufacturer/);
  // Its lines come while the operator points at it or has the focus in it.
  await expect(popup.getByRole('listitem')).toHaveCount(0);
  await popup.getByRole('button', { name: 'Close the message' }).focus();
  await expect(popup.getByRole('listitem')).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
  const first = popup.getByRole('listitem').filter({ hasText: sn }).first();
  await first.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show on the map' }).click();
  await expect(page).toHaveURL(new RegExp(`sn=${sn}`));
  await popup.getByRole('button', { name: 'Close the message' }).click();
  await expect(popup).toBeHidden();

  // The list works as a desk: keys move through the queue, and run the actions of the selected record.
  const side = colleague.getByRole('complementary', { name: 'Selected record' });
  const rows = colleague.getByRole('row', { name: new RegExp(sn) });
  await expect(rows).toHaveCount(8);
  await expect(side.getByRole('region', { name: 'What happened' })).toContainText('Illegal unlock');
  // The row that was first when the desk opened is still selected.
  await expect(rows.nth(7)).toHaveAttribute('aria-current', 'true');
  // The alarm's name selects its row, as the rest of the row does.
  await rows.nth(2).getByRole('link').first().click();
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(colleague).not.toHaveURL(/show=/);
  await rows.nth(0).getByText('Unprocessed').click();
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
  for (const [key, at] of [
    ['j', 1],
    ['j', 2],
  ] as const) {
    await colleague.keyboard.press(key);
    await expect(rows.nth(at)).toHaveAttribute('aria-current', 'true');
  }
  // Keys faster than the page apply to the row that was moved to.
  await colleague.keyboard.press('k');
  await colleague.keyboard.press('a');
  await expect(side.getByRole('listitem').filter({ hasText: 'Taken' })).toBeVisible();
  await expect(side).toContainText('Taken by you');
  const toast = colleague.getByRole('status').filter({ hasText: 'Illegal unlock of' });
  await expect(toast).toContainText('taken');
  // It is listed after those that no one has taken, and stays selected.
  await expect(rows.nth(6)).toHaveAttribute('aria-current', 'true');
  // The state of most alarms is not worth a word.
  await expect(side).not.toContainText('Unprocessed');
  await colleague.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(side).not.toContainText('Taken by you');
  await expect(rows.nth(1)).not.toContainText('Lin Yue');
  await colleague.keyboard.press('a');
  await expect(side).toContainText('Taken by you');
  // The list may not have the new state yet: keys apply to the record of the panel.
  await colleague.keyboard.press('r');
  await expect(side.getByRole('listitem').filter({ hasText: 'Released' })).toHaveCount(2);
  await expect(side).not.toContainText('Taken by you');
  await expect(rows.nth(1)).not.toContainText('Lin Yue');
  await colleague.keyboard.press('?');
  const keys = colleague.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Take / Take over')).toBeVisible();
  await colleague.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await colleague.keyboard.press('p');
  const question = colleague.getByRole('dialog', { name: 'Process: Illegal unlock' });
  await question.getByLabel('Note').fill('Seen to');
  await colleague.keyboard.press('Control+Enter');
  await expect(rows.nth(6)).toContainText('Processed');
  // The next row below is selected, and a new alarm on top, which is announced, does not change that.
  const next = await rows.nth(1).textContent();
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await lock.raise(1008);
  await expect(rows).toHaveCount(9);
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  expect(await rows.nth(2).textContent()).toBe(next);
  await expect(colleague.getByText(`New alarm: Illegal unlock, ${sn}`)).toBeAttached();
  expect(await violations(colleague)).toEqual([]);

  // Hundreds at once are all counted, and only a few lines are shown.
  await page.evaluate(() => {
    const seen = { lines: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const lines = document.querySelectorAll('section[aria-label^="You have a new"] li').length;
      seen.lines = Math.max(seen.lines, lines);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await lock.burst(300);
  const openOf = async (filter: object) =>
    (await caller.ask('/alertRecord/list', { state: [0], ...filter })).total;
  expect(await openOf({ sn, police_type: [1010] })).toBeGreaterThanOrEqual(300);
  const counted = async () => Number.parseInt((await bell.getAttribute('aria-label')) ?? '', 10);
  await expect.poll(async () => (await counted()) - (await openOf({}))).toBe(0);
  await expect(popup).toContainText(/^\d{3} new alarms/);
  await popup.hover();
  await expect(popup.getByRole('listitem')).toHaveCount(5);
  const seen = await page.evaluate(() => (window as unknown as { seen: { lines: number } }).seen);
  expect(seen.lines).toBe(5);
  // Equal ones of a lock are one row.
  await expect(colleague.getByRole('button', { name: /^Show the \d+ equal/ })).toBeVisible();
  await lock.leave();
});

test('a note to the next shift is pinned until it is read; a muted alarm is not announced', async ({
  page,
  console,
}) => {
  // An organisation of its own, because the other test counts the alarms that it hears.
  const caller = await openCaller(console.url, 'customs');
  const sn = `MUTED${process.pid}`;
  const { list } = await caller.ask('/org/list', {});
  const lock = await alarmingLock(caller, sn, list[0].id);
  await lock.raise(1010);
  const login = await hire(console.url, { name: 'Night Watch', like: 'customs' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await console.signIn(login, '/alertRecord');
  const text = `Gate ${process.pid} stays open until six`;
  await page.getByRole('link', { name: 'Note to the next shift' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: text, exact: true })).toBeVisible();

  const colleague = await console.colleague('customs', `/alertRecord?filter={"sn":"${sn}"}`);
  const pinned = colleague.getByRole('listitem').filter({ hasText: text });
  await colleague.getByRole('button', { name: /^\d+ notes?/ }).click();
  await expect(pinned).toContainText('Night Watch');
  await colleague.getByRole('button', { name: 'Mute', exact: true }).click();
  await colleague.getByRole('dialog').getByLabel('Reason').fill('Repair');
  await colleague.keyboard.press('Control+Enter');
  const mute = colleague.getByRole('listitem').filter({ hasText: `${sn}: muted until` });
  await expect(mute).toContainText('Illegal dismantling');
  expect(await violations(colleague)).toEqual([]);
  await pinned.getByRole('button', { name: 'Mark as read' }).click();
  await expect(pinned).toBeHidden();

  // The muted alarm is listed; the other one is announced.
  const popup = alarmCard(page);
  const { list: raised } = await caller.ask('/alertRecord/list', { sn });
  // Once it is processed, the next report raises a new alarm.
  const ids = raised.map(({ id }: { id: number }) => id);
  await caller.ask('/alertRecord/process', { ids, note: 'Seen to' });
  await lock.raise(1010, 1008);
  await popup.hover();
  const line = lineIn(popup, sn);
  await expect(line).toContainText('Illegal unlock');
  await expect(popup).not.toContainText('Illegal dismantling');

  // It is open all the same: bell, desk and Home count it.
  const bell = page.getByRole('banner').getByRole('button', { name: /unprocessed alarm/ });
  const numberIn = (text: string | null) => Number(text?.replace(/\D/g, ''));
  const openOf = async (filter: object) =>
    (await caller.ask('/alertRecord/list', { state: 0, ...filter, pageSize: 1 })).total;
  expect(await openOf({ sn, muted: true })).toBe(1);
  const isBellRight = async () =>
    numberIn(await bell.getAttribute('aria-label')) - (await openOf({}));
  await expect.poll(isBellRight).toBe(0);
  await console.go('/alertRecord?filter={"state":[0]}');
  const chip = page.getByRole('button', { name: /^Unprocessed/, pressed: true });
  await expect.poll(async () => numberIn(await chip.textContent()) - (await openOf({}))).toBe(0);
  await console.go('/dashboard');
  const figures = page.getByRole('link', { name: /^(Critical|Major|Minor) [\d,]+$/ });
  await expect
    .poll(async () => {
      const counts = (await figures.allInnerTexts()).map(numberIn);
      return counts.reduce((sum, count) => sum + count, 0) - (await openOf({}));
    })
    .toBe(0);
  await expect.poll(isBellRight).toBe(0);
  await mute.getByRole('button', { name: 'End now' }).click();
  await colleague.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(mute).toBeHidden();
  await lock.leave();
});

test('new alarms cover no controls, move nothing, and fold to a small button', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'customs');
  const sn = `CARD${process.pid}`;
  const { list } = await caller.ask('/org/list', {});
  const lock = await alarmingLock(caller, sn, list[0].id);
  const login = await hire(console.url, { name: 'Card Watch', like: 'customs' });
  await page.clock.install();
  const firstAlarms = page.waitForResponse('**/api/alertRecord/list');
  await console.signIn(login, '/deviceList');
  await firstAlarms;
  const main = page.getByRole('main');
  const pager = page.getByRole('navigation', { name: 'Pages', exact: true });
  await expect(pager).toBeVisible();
  const before = await main.boundingBox();
  const status = page.getByRole('status').filter({ hasText: 'New alarm' });

  await lock.raise(1008);
  const popup = alarmCard(page);
  await expect(popup).toContainText(`Illegal unlock${sn}`);
  await expect(status).toHaveText(`New alarm: Illegal unlock, ${sn}`);
  expect(await main.boundingBox()).toEqual(before);
  const box = await popup.boundingBox();
  expect([box?.width, box?.height]).toEqual([360, 46]);
  await expect.poll(() => overlaps(popup, pager)).toBe(false);
  await expect.poll(() => overlaps(popup, page.getByLabel('Rows per page'))).toBe(false);

  await page.clock.fastForward(13_000);
  const pill = popup.getByRole('button', { name: '1 new alarm' });
  await expect(pill).toBeVisible();
  expect((await popup.boundingBox())?.height).toBe(34);
  await expect.poll(() => overlaps(popup, pager)).toBe(false);
  expect(await violations(page)).toEqual([]);
  await pill.click();
  await expect(popup).toContainText('Critical');

  await test.step('on a phone it is docked below the page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overlaps(popup, main)).toBe(false);
    expect((await popup.boundingBox())?.width).toBe(390);
    expect(await violations(page)).toEqual([]);
    await popup.getByRole('button', { name: 'Take' }).click();
    await expect(popup).toBeHidden();
  });
  await test.step('at the bell, a swipe takes an alarm', async () => {
    await lock.raise(1010);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /unprocessed alarm/ })
      .click();
    const line = page.getByRole('dialog').getByRole('listitem').filter({ hasText: sn }).first();
    await expect(line).toContainText('Illegal dismantling');
    await line.evaluate((element) => {
      const target = element.firstElementChild as Element;
      const swipe = (type: string, clientX: number) => {
        const touch = new Touch({ identifier: 1, target, clientX, clientY: 10 });
        const touches = type === 'touchend' ? [] : [touch];
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches }));
      };
      swipe('touchstart', 300);
      swipe('touchmove', 200);
      swipe('touchmove', 190);
      swipe('touchend', 190);
    });
    await expect(line).toContainText('Taken by you');
  });
  await test.step('on the desk, the colour of a taken alarm follows at once', async () => {
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await lock.raise(1009);
    await console.go(`/alertRecord?filter={"sn":"${sn}","state":[0]}`);
    const row = page.getByRole('row', { name: /Lock failure/ });
    const chip = row.locator('.state', { hasText: /^Major$/ });
    await expect(chip).toHaveClass(/state-tint-warning/);
    await row.getByText('Major').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Take' }).click();
    await expect(chip).toHaveClass(/state-sign-warning/);
  });
  await lock.leave();
});

test('the lowest severity of popups is a setting; by default all alarms pop up', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'customs');
  const sn = `MINOR${process.pid}`;
  const { list } = await caller.ask('/org/list', {});
  const lock = await alarmingLock(caller, sn, list[0].id);
  const login = await hire(console.url, { name: 'Day Watch', like: 'customs' });
  // Alarms of the first answer are not new.
  const firstAlarms = page.waitForResponse('**/api/alertRecord/list');
  await console.signIn(login, '/profile');
  await firstAlarms;
  const popup = alarmCard(page);
  await lock.raise(1011);
  await popup.hover();
  await expect(lineIn(popup, sn)).toContainText('Vibration');
  await popup.getByRole('button', { name: 'Close the message' }).click();

  const lowest = page.getByRole('combobox', { name: 'Lowest severity shown' });
  await expect(lowest).toHaveText('Minor');
  await lowest.click();
  await page.getByRole('option', { name: 'Major' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Settings saved')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await lock.raise(2001, 1012);
  await popup.hover();
  await expect(lineIn(popup, sn)).toContainText('Parking timeout');
  await expect(popup).not.toContainText('Low battery');
  await page.reload();
  await expect(lowest).toHaveText('Major');
  await lock.leave();
});
