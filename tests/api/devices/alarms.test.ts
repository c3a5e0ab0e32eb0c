import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LIVE_COLUMNS } from '../../../src/domain/live';
import { type DemoServer, demoServer } from '../startShipped';
import { alarmingLock as connectLock } from './alarmingLock';

let server: DemoServer;
let tokens: Record<'harbour' | 'shift' | 'customs', string>;

beforeAll(async () => {
  server = await demoServer();
  const [harbour, shift, customs] = await Promise.all(
    ['harbour', 'shift', 'customs'].map((name) => server.signIn(name)),
  );
  tokens = { harbour, shift, customs } as typeof tokens;
});

type User = keyof typeof tokens;

const call = (path: string, body: object = {}, user: User = 'harbour') =>
  server.call(path, body, { token: tokens[user] });
const ask = async (...args: Parameters<typeof call>) => {
  const { verify, data } = await call(...args);
  expect(verify).toMatchObject({ sign: 'success' });
  return data;
};
const listed = async (entity: string, filter: object, user?: User) =>
  (await ask(`/${entity}/list`, filter, user)).list as Record<string, unknown>[];

let serial = 0;
const alarmingLock = async () => {
  serial += 1;
  const { report, ...lock } = await connectLock({ ask, listed }, `ALARM${serial}`, 1_000);
  return {
    ...lock,
    raise: report,
    alarms: (user?: User) => listed('alertRecord', { sn: lock.sn, sortField: 'create_time' }, user),
  };
};

const NOTE = 'Seen to';

/** The demo's own locks raise alarms as well, so counts are lower bounds. */
const atLeast = (count: number) => expect.toSatisfy((actual: number) => actual >= count);

/** Counts the live alarms during `deed`, and returns the open alarms of their devices by serial number. */
const toldDuring = async (deed: () => Promise<unknown>, user: User = 'shift') => {
  let { cursor } = await ask('/live/snapshot', {}, user);
  const open: Record<string, unknown> = {};
  await deed();
  for (let count = 0; ; ) {
    const changes = await ask('/live/changes', { cursor }, user);
    cursor = changes.cursor;
    count += changes.alarms;
    for (const row of changes.rows) {
      open[row[LIVE_COLUMNS.indexOf('sn')]] = row[LIVE_COLUMNS.indexOf('alarms')];
    }
    if (count > 0) return { told: count, open };
  }
};

describe('an alarm', () => {
  it('reaches everybody who sees the lock when it is raised, taken and processed', async () => {
    const lock = await alarmingLock();
    const raised = await toldDuring(() => lock.raise(1008));
    expect(raised).toMatchObject({ told: atLeast(1), open: { [lock.sn]: 1 } });
    const [alarm] = await lock.alarms('shift');
    expect(alarm).toMatchObject({ police_type: 1008, state: 0, taken_by: null });
    const ids = [Number(alarm?.id)];

    const taking = () => ask('/alertRecord/take', { ids });
    expect((await toldDuring(taking)).told).toEqual(atLeast(1));
    const [takenAlarm] = await lock.alarms('shift');
    expect(takenAlarm).toMatchObject({ state: 0, taken_by: expect.stringMatching(/./) });
    expect(Date.now() - Number(takenAlarm?.take_time)).toBeLessThan(600_000);

    const note = 'The rope was cut by accident. <b>Replaced.</b>';
    const change = await toldDuring(() => ask('/alertRecord/process', { ids, note }));
    expect(change).toMatchObject({ told: atLeast(1), open: { [lock.sn]: 0 } });
    expect((await lock.alarms())[0]).toMatchObject({
      state: 1,
      taken_by: takenAlarm?.taken_by,
      processed_by: takenAlarm?.taken_by,
      process_time: expect.any(Number),
      process_note: note,
    });
  });

  it('counts on its lock while it is open, and is closed once', async () => {
    const lock = await alarmingLock();
    for (const kind of [1008, 1011, 1010]) await lock.raise(kind);
    const alarms = await lock.alarms();
    expect(alarms.map(({ police_type }) => police_type)).toEqual([1008, 1011, 1010]);
    const ids = alarms.map(({ id }) => Number(id));
    const [first, ...otherIds] = ids;
    const change = await toldDuring(() =>
      ask('/alertRecord/process', { ids: [first], note: NOTE }),
    );
    expect(change).toMatchObject({ told: atLeast(1), open: { [lock.sn]: 2 } });
    const again = await call('/alertRecord/process', { ids: [first], note: NOTE });
    expect(again.verify.sign).toBe('conflict');
    const both: { verify: { sign: string } }[] = [];
    const race = await toldDuring(async () => {
      const calls = (['harbour', 'shift'] as const).map((user) =>
        call('/alertRecord/process', { ids: otherIds, note: NOTE }, user),
      );
      both.push(...(await Promise.all(calls)));
    });
    expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['conflict', 'success']);
    expect(race).toMatchObject({ told: atLeast(2), open: { [lock.sn]: 0 } });
    expect((await lock.alarms()).map(({ state }) => state)).toEqual([1, 1, 1]);
  });

  it('is invisible to another organisation', async () => {
    const lock = await alarmingLock();
    await lock.raise(1008);
    const [alarm] = await lock.alarms();
    expect(await lock.alarms('customs')).toEqual([]);
    const answer = await call('/alertRecord/process', { ids: [Number(alarm?.id)] }, 'customs');
    expect(['notFound', 'noPermission']).toContain(answer.verify.sign);
    expect((await lock.alarms())[0]).toMatchObject({ state: 0 });
  });

  it('has a note of at most 400 characters', async () => {
    const lock = await alarmingLock();
    await lock.raise(1012);
    const ids = (await lock.alarms()).map(({ id }) => Number(id));
    const long = await call('/alertRecord/process', { ids, note: 'x'.repeat(401) });
    expect(long.verify.sign).toBe('invalid');
    expect(await ask('/alertRecord/process', { ids, note: 'x'.repeat(400) })).toMatchObject({
      done: 1,
    });
  });
});

describe('a taken alarm', () => {
  /** Raises an alarm on a new lock. @returns its ids, and its record as it is now */
  const raised = async (kind = 1012) => {
    const lock = await alarmingLock();
    await lock.raise(kind);
    const [alarm] = await lock.alarms();
    const ids = [Number(alarm?.id)];
    const events = async () =>
      (await listed('alarmHistory', { alarm_id: ids[0] })).map(({ event }) => event);
    return { ids, now: async () => (await lock.alarms())[0], events };
  };
  const conflict = { verify: { sign: 'conflict' } };

  it('belongs to the first operator who takes it', async () => {
    const { ids, events } = await raised();
    const race = await Promise.all(
      (['harbour', 'shift'] as const).map((user) => call('/alertRecord/take', { ids }, user)),
    );
    expect(race.map(({ verify }) => verify.sign).sort()).toEqual(['conflict', 'success']);
    expect(await call('/alertRecord/take', { ids })).toMatchObject(conflict);
    expect(await call('/alertRecord/take', { ids }, 'shift')).toMatchObject(conflict);
    expect(await events()).toEqual(['taken']);
  });

  it('is taken over by another operator, and given back by its handler', async () => {
    const { ids, now, events } = await raised();
    expect(await call('/alertRecord/takeOver', { ids })).toMatchObject(conflict);
    await ask('/alertRecord/take', { ids });
    expect(await call('/alertRecord/takeOver', { ids })).toMatchObject(conflict);
    expect(await call('/alertRecord/release', { ids }, 'shift')).toMatchObject(conflict);
    const first = (await now())?.taken_by;

    expect(await ask('/alertRecord/takeOver', { ids }, 'shift')).toMatchObject({ done: 1 });
    expect((await now())?.taken_by).not.toBe(first);
    expect(await call('/alertRecord/release', { ids })).toMatchObject(conflict);
    expect(await ask('/alertRecord/release', { ids }, 'shift')).toMatchObject({ done: 1 });
    expect(await now()).toMatchObject({ state: 0, taken_by: null, take_time: null });
    expect(await listed('alertRecord', { state: [0], handler_id: 0 })).toContainEqual(
      expect.objectContaining({ id: ids[0] }),
    );
    expect((await events()).toSorted()).toEqual(['released', 'taken', 'taken']);
  });

  it('cannot be taken, taken over or given back by another organisation', async () => {
    const { ids, now } = await raised();
    for (const code of ['take', 'takeOver', 'release']) {
      const { verify } = await call(`/alertRecord/${code}`, { ids }, 'customs');
      expect(['notFound', 'noPermission']).toContain(verify.sign);
    }
    expect(await now()).toMatchObject({ taken_by: null });
  });
});

describe('processing an alarm', () => {
  const process = async (kind: number, note?: string) => {
    const lock = await alarmingLock();
    await lock.raise(kind);
    const ids = (await lock.alarms()).map(({ id }) => Number(id));
    return call('/alertRecord/process', { ids, note });
  };

  it('requires a note if it is critical', async () => {
    for (const note of [undefined, '']) {
      const { verify, data } = await process(1008, note);
      expect(verify.sign).toBe('invalid');
      expect(JSON.stringify(data)).toContain('Say what was found and done');
    }
    expect((await process(1008, NOTE)).verify.sign).toBe('success');
    expect((await process(1012)).verify.sign).toBe('success');
  });

  it('requires a note if its organisation says so, and none if it waives it', async () => {
    const [lock] = await listed('device', { sn: 'SD2600001' });
    const rules = [
      { police_type: 1012, severity: 2, note_required: true },
      { police_type: 1010, severity: 1, note_required: false },
    ].map((each) => ask('/alarmSeverity/add', { org_id: lock?.org_id, ...each }));
    const ids = (await Promise.all(rules)).map(({ id }) => id);
    onTestFinished(async () => void (await ask('/alarmSeverity/delete', { ids })));
    expect((await process(1012)).verify.sign).toBe('invalid');
    expect((await process(1010)).verify.sign).toBe('success');
  });
});
