import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  PANEL_WINDOW,
  type TimelineEnd,
  type TimelineEntry,
  type TimelinePage,
} from '../../../src/domain/timeline';
import { HARBOUR, NORTHERN, ROOT } from '../db/world';
import { openCalls } from './openCalls';

type Opened = Awaited<ReturnType<typeof openCalls>>;
let call: Opened['call'];
let id: number;
let alarm: number;

/** Epoch ms. Smaller numbers would be read as seconds. */
const NOON = Date.UTC(2026, 2, 10, 12);

/** Two locks with the same records. Only the entries of the first may appear. */
beforeAll(async () => {
  const { call: open, dependencies } = await openCalls({});
  call = open;
  const add = (name: string, rows: readonly Record<string, unknown>[]) =>
    dependencies.tables.get(name)?.add(rows, { orgId: HARBOUR });
  const devices = await add('device', [
    { sn: 'A1', org_id: HARBOUR },
    { sn: 'A10', org_id: HARBOUR },
  ]);
  id = Number(devices?.[0]?.id);
  for (const sn of ['A1', 'A10']) {
    await add('lockHistory', [
      { sn, create_time: NOON + 10, lock_action: 12, lock_status: 2, operate_name: 'Li' },
      {
        sn,
        create_time: NOON + 40,
        lock_action: 5,
        lock_status: 0,
        icc_card_no: '2026',
        lat: 31,
        lon: 121,
      },
      { sn, create_time: NOON + 40, lock_action: 8, lock_status: 2 },
    ]);
    await add('alertRecord', [
      { sn, create_time: NOON + 20, police_type: 2003, fence_name: 'Yard', state: 0 },
      { sn, create_time: NOON + 40, police_type: 1011, state: 1 },
    ]);
    await add('statusChangeRecord', [
      { sn, create_time: NOON + 15, before_status: 255, lock_status: 2 },
      // Left out: the entry of the card has the same time.
      { sn, create_time: NOON + 40, before_status: 2, lock_status: 0 },
    ]);
    await add('appointmentCommandRecord', [
      { sn, create_time: NOON + 30, cmd: 'seal', state: 'success', operate_name: 'Li' },
    ]);
  }
  const sn = 'B1';
  const [raised] = (await add('alertRecord', [
    { sn, create_time: NOON, police_type: 1008, state: 1 },
    { sn, create_time: NOON - PANEL_WINDOW, police_type: 1011, state: 0 },
    { sn: 'B10', create_time: NOON, police_type: 1011, state: 0 },
  ])) as { id: number }[];
  alarm = Number(raised?.id);
  await add('lockHistory', [
    { sn, create_time: NOON - 1, lock_action: 4, lock_status: 1, operate_name: null },
    { sn, create_time: NOON - 2, lock_action: null, lock_status: 1 },
    { sn, create_time: NOON + PANEL_WINDOW + 1, lock_action: 12, lock_status: 2 },
  ]);
  await add('appointmentCommandRecord', [
    { sn, create_time: NOON + 30, cmd: 'seal', state: 'success', operate_name: 'Li' },
  ]);
  // Handling of an alarm belongs to it, however late.
  for (const [at, event, operator] of [
    [NOON + 20, 'taken', 'Li'],
    [NOON + 2 * PANEL_WINDOW, 'processed', 'Wang'],
  ] as const) {
    await sql`insert into alarm_history (create_time, alarm_id, sn, org_id, event, who)
      values (${at}, ${alarm}, ${sn}, ${HARBOUR}, ${event}, ${operator})`.execute(dependencies.db);
  }
});

const brief = ({ kind, time }: TimelineEntry) => `${time - NOON} ${kind}`;
const pageOf = (body: object, orgId = ROOT, covered?: (path: string) => boolean) =>
  call('/device/timeline', { id, ...body }, orgId, covered) as Promise<TimelinePage>;

const ALL = ['40 alarm', '40 lock', '40 card', '30 command', '20 fence', '15 status', '10 lock'];

describe('the timeline of a lock', () => {
  it('has each event once, newest first, as its most specific kind', async () => {
    const { list, next } = await pageOf({});
    expect(list.map(brief)).toEqual(ALL);
    expect(next).toBeNull();
    expect(list.find(({ kind }) => kind === 'card')).toMatchObject({
      entity: 'lockHistory',
      record: {
        lock_action: 5,
        icc_card_no: '2026',
        place_name: expect.stringContaining('Zhujiajiao'),
      },
    });
    expect(list.find(({ kind }) => kind === 'fence')?.record).toMatchObject({ fence_name: 'Yard' });
    expect(Object.keys(list[3]?.record ?? {})).toEqual([
      'cmd',
      'state',
      'operate_name',
      'operate_source',
      'message',
      'reason',
    ]);
  });

  it.each([1, 2, 3])('has each event once in pages of %d too', async (size) => {
    const read: TimelineEntry[] = [];
    let next: TimelineEnd | null | undefined;
    for (let pages = 0; next !== null && pages < 9; pages++) {
      const page: TimelinePage = await pageOf({ size, ...next });
      expect(page.list.length).toBeLessThanOrEqual(size);
      read.push(...page.list);
      next = page.next;
    }
    expect(read.map(brief)).toEqual(ALL);
  });

  it.each([
    ['size', 101],
    ['size', 1e308],
    ['size', 0.5],
    ['seen', Array(501).fill('alertRecord:1')],
  ])('refuses an invalid %s', async (name, value) => {
    expect(await pageOf({ before: NOON, [name]: value })).toMatchObject({
      code: 'invalid',
      fields: { [name]: expect.any(String) },
    });
  });

  it('filters by kind', async () => {
    const kinds = async (...codes: string[]) => (await pageOf({ kinds: codes })).list.map(brief);
    expect(await kinds('card')).toEqual(['40 card']);
    expect(await kinds('fence', 'command')).toEqual(['30 command', '20 fence']);
    // Using a card is also a lock event.
    expect(await kinds('lock')).toEqual(['40 lock', '40 lock', '10 lock']);
    expect(await kinds('status')).toEqual(['40 status', '15 status']);
    expect(await kinds('nothing')).toEqual([]);
  });

  it('contains and names only the kinds that the reader may list', async () => {
    const page = await pageOf({}, HARBOUR, (path) => path.startsWith('/alertRecord/'));
    expect(page.list.map(brief)).toEqual(['40 alarm', '20 fence']);
    expect(page.kinds).toEqual(['fence', 'alarm']);
    expect(await pageOf({}, HARBOUR, () => false)).toEqual({ list: [], next: null, kinds: [] });
  });

  it('is refused to other tenants', async () => {
    expect(await pageOf({}, NORTHERN)).toMatchObject({ code: 'notFound' });
    expect(await pageOf({ id: 999 })).toMatchObject({ code: 'notFound' });
  });
});

describe('the timeline of an alarm', () => {
  const around = (body: object, orgId = ROOT, covered?: (path: string) => boolean) =>
    call('/alertRecord/timeline', { id: alarm, ...body }, orgId, covered) as Promise<TimelinePage>;

  it('has its handling, and the events of its lock within six hours, newest first', async () => {
    const { list, next } = await around({});
    expect(list.map(brief)).toEqual([
      `${2 * PANEL_WINDOW} handling`,
      '30 command',
      '20 handling',
      '0 alarm',
      '-1 lock',
      '-2 lock',
      `${-PANEL_WINDOW} alarm`,
    ]);
    expect(next).toBeNull();
    expect(list[2]?.record).toEqual({ event: 'taken', who: 'Li' });
  });

  it('has the same events in pages', async () => {
    const first = await around({ size: 4 });
    expect(first.list.map(brief).at(-1)).toBe('0 alarm');
    const rest = await around({ size: 4, ...first.next });
    expect(rest.list.map(brief)).toEqual(['-1 lock', '-2 lock', `${-PANEL_WINDOW} alarm`]);
    expect(rest.next).toBeNull();
    const late = await around({ before: NOON + 3 * PANEL_WINDOW });
    expect(late.list.map(brief)).not.toContain(`${PANEL_WINDOW + 1} lock`);
  });

  it('contains only the kinds that the reader may list, and is refused to other tenants', async () => {
    const own = await around({}, HARBOUR, (path) => path.startsWith('/alertRecord/'));
    expect(own.list.map(brief)).toEqual(['0 alarm', `${-PANEL_WINDOW} alarm`]);
    expect(await around({}, NORTHERN)).toMatchObject({ code: 'notFound' });
    expect(await around({ id: 999 })).toMatchObject({ code: 'notFound' });
  });
});
