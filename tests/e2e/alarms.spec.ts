import type { Locator, Page } from 'playwright/test';
import { violations } from './axe';
import { type Caller, connectLock, hire, openCaller } from './caller';
import { expect, test } from './console';

/** Adds and connects a lock that raises alarms on request. */
const alarmingLock = async (caller: Caller, sn: string, org_id: number) => {
  const { lock } = await connectLock(caller, sn, org_id);
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

/** Adds an organisation with one lock and one operator, who hears its alarms alone. */
const ownWatch = async (url: string, name: string) => {
  const admin = await openCaller(url, 'admin');
  const sn = `${name}${process.pid}`;
  const { list: roles } = await admin.ask('/oper/list', { loginName: 'harbour' });
  const { id } = await admin.ask('/org/add', {
    org_name: sn,
    org_type: 2,
    parent_id: 1,
    login_name: `${sn}admin`,
    oper_name: sn,
    role_id: roles[0].role_id,
    password: await admin.encrypt('First2026'),
  });
  const login = await hire(url, { name: `${name} Watch`, like: 'harbour', org_id: id });
  const caller = await openCaller(url, login);
  return { login, caller, sn, lock: await alarmingLock(caller, sn, id) };
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

  await line.hover();
  await line.getByRole('button', { name: 'Take' }).click();
  await expect(line.getByRole('button', { name: 'Take' })).toHaveCount(0);
  await expect(row).toContainText('Alarm Watch');
  // The list was not polled: it was read because of the live channel.
  await expect.poll(events).toMatch(/told asked( told)*$/);

  await bell.click();
  const list = page.getByRole('dialog', { name: 'Unprocessed alarms' });
  const takenAlarm = list.getByRole('listitem').filter({ hasText: sn });
  // One state says who took it, so nothing else does.
  await expect(takenAlarm).toContainText('Taken by you');
  await expect(takenAlarm).not.toContainText('Taken by Alarm Watch');
  expect(await violations(page)).toEqual([]);
  // To process it is the next step; to release it is in the menu.
  await takenAlarm.hover();
  await takenAlarm.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Release' })).toBeVisible();
  await page.keyboard.press('Escape');
  await takenAlarm.getByRole('button', { name: 'Process' }).click();
  const dialog = page.getByRole('dialog', { name: /Process/ });
  await dialog.getByLabel('Note').fill('Rope cut by accident');
  await dialog.getByRole('button', { name: 'Process' }).click();
  // Its line stays, so that no other moves under the pointer.
  await expect(takenAlarm.getByRole('button', { name: 'Process' })).toHaveCount(0);
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
  await first.hover();
  await first.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show on the map' }).click();
  await expect(page).toHaveURL(new RegExp(`sn=${sn}`));
  await popup.getByRole('button', { name: 'Close the message' }).click();
  await expect(popup).toBeHidden();

  await lock.leave();
});

test('the alarm list works as a desk: keys move through the queue and run the actions', async ({
  page: desk,
  console,
}) => {
  const { login, caller, lock, sn } = await ownWatch(console.url, 'DESK');
  await lock.raise(1008);
  await expect.poll(async () => (await caller.ask('/alertRecord/list', {})).total).toBe(1);
  const { list } = await caller.ask('/alertRecord/list', {});
  await caller.ask('/alertRecord/process', { ids: [list[0].id], note: 'Seen to' });
  await console.signIn(login, '/alertRecord');
  const side = desk.getByRole('complementary', { name: 'Selected record' });
  const rows = desk.getByRole('row', { name: new RegExp(sn) });
  await expect(rows).toHaveCount(1);
  await lock.raise(9999, 1003, 1008, 1009, 1010, 1011, 1012);
  await expect(rows).toHaveCount(8);
  await expect(side.getByRole('region', { name: 'What happened' })).toContainText('Illegal unlock');
  // The row that was first when the desk opened is still selected.
  await expect(rows.nth(7)).toHaveAttribute('aria-current', 'true');
  // The alarm's name selects its row, as the rest of the row does.
  await rows.nth(2).getByRole('link').first().click();
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(desk).not.toHaveURL(/show=/);
  await rows.nth(0).getByText('Unprocessed').click();
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true');
  // A pointer on the rows would keep them in their places.
  await desk.mouse.move(0, 0);
  for (const [key, at] of [
    ['j', 1],
    ['j', 2],
  ] as const) {
    await desk.keyboard.press(key);
    await expect(rows.nth(at)).toHaveAttribute('aria-current', 'true');
  }
  // Keys faster than the page apply to the row that was moved to.
  await desk.keyboard.press('k');
  await desk.keyboard.press('a');
  await expect(side.getByRole('listitem').filter({ hasText: 'Taken' })).toBeVisible();
  await expect(side).toContainText('Taken by you');
  const toast = desk.getByRole('status').filter({ hasText: 'Illegal unlock of' });
  await expect(toast).toContainText('taken');
  // It is listed after those that no one has taken, and stays selected.
  await expect(rows.nth(6)).toHaveAttribute('aria-current', 'true');
  // The state of most alarms is not worth a word.
  await expect(side).not.toContainText('Unprocessed');
  await desk.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(side).not.toContainText('Taken by you');
  await expect(rows.nth(1)).not.toContainText('DESK Watch');
  await desk.keyboard.press('a');
  await expect(side).toContainText('Taken by you');
  // The list may not have the new state yet: keys apply to the record of the panel.
  await desk.keyboard.press('r');
  await expect(side.getByRole('listitem').filter({ hasText: 'Released' })).toHaveCount(2);
  await expect(side).not.toContainText('Taken by you');
  await expect(rows.nth(1)).not.toContainText('DESK Watch');
  await desk.keyboard.press('?');
  const keys = desk.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Take / Take over')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  // Back at its place: the row below it is the next.
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await desk.keyboard.press('p');
  const question = desk.getByRole('dialog', { name: 'Process: Illegal unlock' });
  await question.getByLabel('Note').fill('Seen to');
  await desk.keyboard.press('Control+Enter');
  await expect(rows.nth(6)).toContainText('Processed');
  // The next row below is selected, and a new alarm on top, which is announced, does not change that.
  const next = await rows.nth(1).textContent();
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await lock.raise(1008);
  await expect(rows).toHaveCount(9);
  await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true');
  expect(await rows.nth(2).textContent()).toBe(next);
  await expect(desk.getByText(`New alarm: Illegal unlock, ${sn}`)).toBeAttached();
  expect(await violations(desk)).toEqual([]);
  await desk.setViewportSize({ width: 390, height: 844 });
  await desk.goto('/alertRecord?filter={"state":[0]}');
  const cards = desk.getByRole('main').getByRole('listitem').filter({ hasText: sn });
  await expect(cards.first()).toContainText('Illegal unlock');
  await expect(cards.first()).not.toContainText('Unprocessed');
  await lock.leave();
});

test('the desk shows the filters that are set as chips, and adds and removes them by keyboard', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/alertRecord?filter={"severity":[1,2],"taken_by":"Nobody"}');
  const bar = page.getByRole('search');
  const inputs = bar.locator('[data-filter]');
  const names = () => inputs.evaluateAll((all) => all.map((each) => each.dataset.filter));
  await expect(inputs).toHaveCount(2);
  expect(await names()).toEqual(['severity', 'taken_by']);
  await expect(bar).toContainText('SeverityCritical, Major');
  expect((await bar.boundingBox())?.height).toBeLessThan(34);
  await test.step('× removes a filter, and the focus stays in the bar', async () => {
    await bar.getByRole('button', { name: 'Clear taken by' }).press('Enter');
    await expect(page).toHaveURL(/filter=%7B%22severity%22%3A%5B1%2C2%5D%7D/);
    await expect(bar.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  });
  await test.step('Filter offers those that are not set, and opens the picked one', async () => {
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    await expect(items).toHaveText(['Time', 'Lock', 'Alarm', 'State', 'Taken by', /^Cleared/]);
    expect(await violations(page, 'region')).toEqual([]);
    await items.filter({ hasText: 'State' }).press('Enter');
    await page.getByRole('option', { name: 'Processed', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(bar).toContainText('StateProcessed');
    await expect(page).toHaveURL(/state%22%3A%5B1%5D/);
  });
  await test.step('the label of a chip opens its filter', async () => {
    await bar.getByText('Severity', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Minor' }).click();
    await page.keyboard.press('Escape');
    await expect(bar).toContainText('SeverityCritical, Major +1');
  });
  await test.step('a filter without a value leaves with the focus', async () => {
    await bar.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Lock' }).click();
    await expect(bar.getByRole('textbox')).toBeFocused();
    await expect(inputs).toHaveCount(3);
    await page.getByRole('banner').getByRole('button').first().focus();
    await expect(inputs).toHaveCount(2);
  });
  expect(await violations(page)).toEqual([]);
});

test('hundreds of alarms at once are all counted, and only a few lines are shown', async ({
  page,
  console,
}) => {
  const { login, caller, lock, sn } = await ownWatch(console.url, 'BURST');
  await console.signIn(login, '/factoryList');
  const bell = page.getByRole('banner').getByRole('button', { name: /unprocessed alarm/ });
  const popup = alarmCard(page);
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
  await console.go('/alertRecord');
  await expect(page.getByRole('button', { name: /^Show the \d+ equal/ })).toBeVisible();
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
  const cutWords = () =>
    popup
      .locator('span')
      .evaluateAll((spans) =>
        spans
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
  expect(await cutWords()).toEqual([]);
  await expect.poll(() => overlaps(popup, pager)).toBe(false);
  await expect.poll(() => overlaps(popup, page.getByLabel('Rows per page'))).toBe(false);

  await test.step('the last row can be scrolled out from under it', async () => {
    await page.setViewportSize({ width: 1440, height: 600 });
    const last = page.getByRole('row').last();
    await last.hover();
    const pagerPlace = await pager.boundingBox();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 5_000);
        return overlaps(popup, last);
      })
      .toBe(false);
    expect(await pager.boundingBox()).toEqual(pagerPlace);
    // In a lower window the page scrolls, with the pager at its end.
    await page.setViewportSize({ width: 1440, height: 560 });
    await page.getByRole('searchbox').or(page.getByRole('search')).first().hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 5_000);
        return [await overlaps(popup, last), await overlaps(popup, pager)];
      })
      .toEqual([false, false]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

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
    const take = page.getByRole('complementary').getByRole('button', { name: 'Take' });
    await take.hover();
    // Longer than the click keeps the rows in their places. The press in the panel keeps them again.
    await page.clock.fastForward(5_000);
    const read = page.waitForResponse('**/api/alertRecord/list');
    await take.click();
    await expect(chip).toHaveClass(/state-sign-warning/);
    await read;
    await expect(row).toHaveAttribute('aria-rowindex', '2');
    await page.clock.fastForward(5_000);
    await expect(row).toHaveAttribute('aria-rowindex', '4');
  });
  await lock.leave();
});

test('rows keep their places while the operator works in them', async ({ page, console }) => {
  const caller = await openCaller(console.url, 'customs');
  const sn = `HELD${process.pid}`;
  const { list } = await caller.ask('/org/list', {});
  const lock = await alarmingLock(caller, sn, list[0].id);
  const otherSn = `HELM${process.pid}`;
  const other = await alarmingLock(caller, otherSn, list[0].id);
  await lock.raise(1010, 1011);
  const login = await hire(console.url, { name: 'Held Watch', like: 'customs' });
  const start = Date.now();
  await console.signIn(login, '/deviceList');
  await console.go(`/alertRecord?filter={"sn":"${sn}","state":[0]}`);
  const rows = page.getByRole('row', { name: new RegExp(sn) });
  const cards = page.getByRole('listitem').filter({ hasText: sn });
  const show = page.getByRole('button', { name: 'Show 1 new' });
  /** Sets the page's clock, which then stands still: the operator's last move is never long ago. */
  const setClock = (later: number) => page.clock.setFixedTime(start + later);
  const leaveRows = () => page.mouse.move(0, 0);
  const idsOf = async (police_type: number) => {
    const { list: alarms } = await caller.ask('/alertRecord/list', { sn, police_type });
    return { ids: [alarms[0].id] };
  };

  await setClock(0);
  await expect(rows).toHaveCount(2);
  await test.step('a taken one stays under the pointer, and sinks when the time is over', async () => {
    await rows.nth(0).hover();
    await caller.ask('/alertRecord/take', await idsOf(1010));
    await expect(rows.nth(0)).toContainText('Wang Fang');
    await setClock(5_000);
    await leaveRows();
    await expect(rows.nth(1)).toContainText('Wang Fang');
  });
  await test.step('a new row waits while one is selected; one that left stays', async () => {
    await rows.nth(1).getByRole('checkbox').check();
    await lock.raise(1008);
    await expect(show).toBeVisible();
    await expect(rows).toHaveCount(2);
    expect(await violations(page)).toEqual([]);
    await show.click();
    await expect(rows).toHaveCount(3);
    await caller.ask('/alertRecord/process', { ...(await idsOf(1011)), note: 'Seen to' });
    // Its severity loses the colour.
    await expect(rows.nth(1).locator('.state')).toHaveClass(/state-sign-/);
    await rows.nth(2).getByRole('checkbox').uncheck();
    // The pointer rests on the rows.
    await setClock(50_000);
    await lock.raise(1005);
    await expect(show).toBeVisible();
    await setClock(70_000);
    await expect(rows.filter({ hasText: 'Vibration' })).toHaveCount(0);
    await expect(rows).toHaveCount(3);
  });
  await test.step('at the bell', async () => {
    await page.getByRole('button', { name: /unprocessed alarm/ }).click();
    const lines = page.getByRole('dialog').getByRole('listitem');
    // Without its age, which may change meanwhile.
    const [first = ''] = (await lines.first().innerText()).split('·');
    await lines.first().hover();
    await lock.raise(1009);
    await expect(show).toBeVisible();
    await expect(lines.first()).toContainText(first.trim(), { useInnerText: true });
    await show.click();
    await expect(lines.filter({ hasText: 'Lock failure' }).filter({ hasText: sn })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(lines.first()).toBeHidden();
  });
  await test.step('in the list of the map', async () => {
    await console.go('/mapWorld');
    const first = page.getByRole('listbox').getByRole('option').first();
    const [before = ''] = (await first.innerText()).split('\n');
    await first.hover();
    const read = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/alertRecord/list') && (await response.text()).includes(otherSn),
    );
    await other.raise(1010);
    await read;
    // The list follows the fleet every half second.
    await page.waitForTimeout(1_000);
    await expect(first).toContainText(before);
    await setClock(80_000);
    await leaveRows();
    await expect(first).toContainText(otherSn);
    await console.go(`/alertRecord?filter={"sn":"${sn}","state":[0]}`);
  });
  await test.step('on a phone, where equal alarms are one card', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await setClock(140_000);
    await lock.burst(2);
    await expect(cards.getByRole('button', { name: /^Show the 2 equal/ })).toBeVisible();
    await cards.first().getByRole('checkbox').check();
    const count = await cards.count();
    await lock.raise(1012);
    await expect(show).toBeVisible();
    await expect(cards).toHaveCount(count);
    expect(await violations(page)).toEqual([]);
    await show.click();
    await expect(cards).toHaveCount(count + 1);
  });
  await test.step('at the bell, where equal alarms are one line', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /unprocessed alarm/ }).click();
    const lines = page.getByRole('dialog').getByRole('listitem').filter({ hasText: sn });
    const equal = lines.filter({ hasText: 'Illegal dismantling ×2' });
    await equal.hover();
    await equal.getByRole('button', { name: 'Take (2)' }).click();
    await expect(equal).toContainText('Taken by you');
    await expect(equal.getByRole('button', { name: 'Process (2)' })).toBeVisible();
  });
  await other.leave();
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
