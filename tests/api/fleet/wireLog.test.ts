import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import shipped from '../../../resources.config';
import { MAX_STORED_MESSAGES, type WireMessage } from '../../../src/domain/connection';
import { MINUTE } from '../../../src/domain/duration';
import type { Store } from '../../../src/server/db';
import { type MessageLog, openMessageLog } from '../../../src/server/fleet/log/messageLog';
import { testStore } from '../db/testStore';
import { closeAfterwards, ownPlace } from '../place';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
let store: Store;
let wire: MessageLog;
let other: MessageLog;

beforeAll(async () => {
  const place = await ownPlace(shipped);
  store = await testStore({ config: shipped, place });
  await sql`insert into org (id, org_name, org_type, parent_id) values
    (1, 'Root', 1, null), (2, 'Port', 2, 1), (3, 'Other', 2, 1)`.execute(store.db);
  await sql`insert into device (sn, org_id)
    select 'W' || i, 1 from generate_series(1, 9) as i`.execute(store.db);
  await sql`insert into device (sn, org_id) values ('P1', 2), ('O1', 3)`.execute(store.db);
  wire = await openMessageLog(store.db, quiet);
  other = await openMessageLog(store.db, quiet);
  closeAfterwards(wire.close);
  closeAfterwards(other.close);
});

const message = (sn: string, at: number, raw: string | Uint8Array = `{"n":${at}}`) => {
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  return { sn, at, down: false, carrier: 0, channel: 'report', raw: bytes } satisfies WireMessage;
};
const storedMessages = async (sn: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from "lockMessage" where sn = ${sn} order by create_time`.execute(store.db);
  return rows;
};
const times = async (sn: string) =>
  (await storedMessages(sn)).map(({ create_time }) => create_time);
const upTo = (last: number) =>
  Array.from({ length: MAX_STORED_MESSAGES }, (_, i) => last - MAX_STORED_MESSAGES + 1 + i);

it('the log has the newest messages of each lock, whichever server received them', async () => {
  await Promise.all(Array.from({ length: 3 }, (_, i) => wire.keep(message('W1', i + 1))));
  expect(await times('W1')).toEqual([1, 2, 3]);
  await Promise.all(Array.from({ length: 170 }, (_, i) => wire.keep(message('W1', i + 4))));
  expect(await times('W1')).toEqual(upTo(173));
  for (let i = 174; i < 194; i++) await (i % 2 ? wire : other).keep(message('W1', i));
  expect(await times('W1')).toEqual(upTo(193));
  expect(await times('W4')).toEqual([]);
});

it('a message is shown as text or as bytes, without secrets', async () => {
  const decoded = { cmd: 'unsealPassword', args: { password: '12345612', odd: 'a\0b\ud800' } };
  await wire.keep({
    ...message('W2', 1, JSON.stringify(decoded)),
    down: true,
    channel: 'cmd',
    said: decoded,
  });
  await wire.keep({ ...message('W2', 2, Buffer.from('7e0200c3', 'hex')), why: 'bad checksum' });
  await wire.keep(message('W2', 3, '锁'.repeat(5000)));
  const [command, frame, long] = await storedMessages('W2');
  expect(command).toMatchObject({
    direction: 2,
    channel: 'cmd',
    said: { cmd: 'unsealPassword', args: { odd: 'a\ufffdb\ufffd' } },
    raw: '{"cmd":"unsealPassword","args":{"password":"***","odd":"a\\u0000b\\ud800"}}',
  });
  expect(JSON.stringify(command)).not.toContain('12345612');
  expect(frame).toMatchObject({ direction: 1, raw: '7e 02 00 c3', why: 'bad checksum' });
  expect(String(long?.raw)).toMatch(/^锁{2730}$/);
});

it('messages of unknown locks are dropped, and those of a lock are deleted with it', async () => {
  await Promise.all([wire.keep(message('NOBODY', 1)), wire.keep(message('W3', 1))]);
  expect(await storedMessages('NOBODY')).toEqual([]);
  expect(await times('W3')).toEqual([1]);
  await sql`delete from device where sn = 'W3'`.execute(store.db);
  await sql`insert into device (sn, org_id) values ('W3', 1)`.execute(store.db);
  expect(await times('W3')).toEqual([]);
});

it('a report that the lock recorded for a former owner is hidden from the next one', async () => {
  await sql`insert into device (sn, org_id) values ('P4', 2)`.execute(store.db);
  const before = Date.now() - MINUTE;
  await sql`update device set org_id = 3 where sn = 'P4'`.execute(store.db);
  const reports = [
    [before, 2],
    [Number.NaN, 2],
    [1e300, 2],
    [before, 0],
    [Date.now() + MINUTE, 2],
  ] as const;
  for (const [at, [ts, report_reson]] of reports.entries()) {
    const report = { ts, report_reson, lock_status: 2 } as const;
    const live = { ...report, ts: Date.now(), report_reson: 0 } as const;
    await wire.keep({ ...message('P4', at), reports: [live, report] });
  }
  expect(await times('P4')).toEqual([1, 2, 3, 4]);
});

describe('a plain report', () => {
  const plain = (sn: string, at: number) => ({ ...message(sn, at), whileWatched: true });
  const laterBy = (ms: number) => {
    const now = Date.now() + ms;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    onTestFinished(() => void clock.mockRestore());
  };

  it('is stored while its lock is watched, from the last one on', async () => {
    for (const at of [1, 2]) await wire.keep(plain('W5', at));
    await wire.keep({ ...plain('W5', 3), down: true });
    await wire.keep(message('W5', 4));
    expect(await times('W5')).toEqual([4]);
    await wire.watch(['W5'], 1);
    expect(await times('W5')).toEqual([2, 4]);
    await wire.keep(plain('W5', 5));
    await wire.keep(plain('W6', 5));
    expect(await times('W5')).toEqual([2, 4, 5]);
    expect(await times('W6')).toEqual([]);
  });

  it.each([
    ['P2', 'was entered again', "delete from device where sn = 'P2'"],
    ['P3', 'was moved', "update device set org_id = 3 where sn = 'P3'"],
  ])('of lock %s is hidden from the next owner after the lock %s', async (sn, _, change) => {
    await sql`insert into device (sn, org_id) values (${sn}, 2)`.execute(store.db);
    await wire.keep(plain(sn, 1));
    await sql.raw(change).execute(store.db);
    await sql`insert into device (sn, org_id) values (${sn}, 3)
      on conflict do nothing`.execute(store.db);
    await wire.watch([sn], 3);
    expect(await times(sn)).toEqual([]);
    await wire.keep(plain(sn, 2));
    expect(await times(sn)).toEqual([2]);
  });

  it('is stored for 30 minutes after the last view of the messages', async () => {
    await wire.watch(['W7'], 1);
    laterBy(20 * MINUTE);
    await wire.watch(['W7'], 1);
    laterBy(30 * MINUTE);
    await wire.keep(plain('W7', 1));
    laterBy(2 * MINUTE);
    await wire.keep(plain('W7', 2));
    expect(await times('W7')).toEqual([1]);
  });

  it('is stored for a tenant that watches its own locks only', async () => {
    await wire.watch(['P1', 'O1'], 2);
    await Promise.all(['P1', 'O1'].map((sn) => wire.keep(plain(sn, 1))));
    expect(await times('P1')).toEqual([1]);
    expect(await times('O1')).toEqual([]);
  });

  it('is stored by a server that starts while its lock is watched', async () => {
    await wire.watch(['W8'], 1);
    const started = await openMessageLog(store.db, quiet);
    closeAfterwards(started.close);
    await started.keep(plain('W8', 1));
    expect(await times('W8')).toEqual([1]);
  });

  it('is stored by every server, whichever serves the page, without notifications', async () => {
    await wire.watch(['W9'], 1);
    await other.task.run({ now: Date.now, signal: new AbortController().signal });
    await other.keep(plain('W9', 1));
    expect(await times('W9')).toEqual([1]);
  });
});
