import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createUpgrader } from '../../../src/demo/locks/download';
import type { FileChunk, LockCommand } from '../../../src/domain/lock';
import { oneFile } from './oneFile';
import { openTestFleet } from './openTestFleet';

const FILE = Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * 7) % 251));
const SHA256 = createHash('sha256').update(FILE).digest('hex');
const by = {
  oper: { id: 1, operName: 'Admin', org_id: 1, hasSuperior: false },
  locale: 'en',
  filesUrl: 'http://nowhere.invalid',
} as const;

let house: Awaited<ReturnType<typeof openTestFleet>>;

beforeAll(async () => {
  house = await openTestFleet({ files: oneFile('lock.bin', FILE) });
  await sql`insert into firmware (id, firmware_version, firmware_path, size, sha256)
    values (1, 'V2.0.0', 'lock.bin', ${FILE.length}, ${SHA256})`.execute(house.store.db);
});

beforeEach(async () => {
  await sql`update "appointmentCommandRecord" set state = 'cancelled'`.execute(house.store.db);
});

const upgrade = async (sn = 'A1') => {
  const answer = await house.command({
    code: 'upgrade',
    sns: [sn],
    args: { firmware: 1 },
    ...by,
  });
  return String(answer.tickets[0]?.id);
};

const ticket = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select state, progress, deadline from "appointmentCommandRecord" where id = ${Number(id)}`.execute(
    house.store.db,
  );
  return rows[0] as { state: string; progress: number | null; deadline: number };
};

const record = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select issue_status, progress from "upgradeRecord" where id = ${Number(id)}`.execute(
    house.store.db,
  );
  return rows[0];
};

/** Connects a lock that collects commands, file chunks and error messages. */
const lock = async () => {
  const pieces: FileChunk[] = [];
  const errors: string[] = [];
  let take: (piece: FileChunk) => void = () => {};
  const one = await house.lock('A1', {}, (topic, said) => {
    if (topic.endsWith('/down/ota')) {
      pieces.push(said as FileChunk);
      take(said as FileChunk);
    }
    if (topic.endsWith('/down/error')) errors.push(String((said as { error: string }).error));
  });
  onTestFinished(() => one.leave());
  return {
    ...one,
    pieces,
    errors,
    ota: (said: object) => one.say('ota', JSON.stringify(said)),
    listen: (to: (piece: FileChunk) => void) => {
      take = to;
    },
  };
};

const soon = { interval: 50 };

describe('an upgrade', () => {
  it('is refused if the server has no address for file downloads', async () => {
    const call = { code: 'upgrade', sns: ['A1'], args: { firmware: 1 }, ...by };
    const { tickets, refused } = await house.command({ ...call, filesUrl: undefined });
    expect(tickets).toEqual([]);
    expect(refused).toMatchObject([{ sn: 'A1', desc: expect.stringContaining('Set PUBLIC_URL') }]);
  });

  it('shows its progress, which extends its deadline', async () => {
    const one = await lock();
    const id = await upgrade();
    await expect.poll(() => one.commands.some((command) => command.id === id), soon).toBe(true);
    await one.ota({ id, percent: 0 });
    await expect.poll(() => ticket(id), soon).toMatchObject({ state: 'sent', progress: 0 });
    await sql`update "appointmentCommandRecord" set deadline = ${Date.now() + 60_000}
      where id = ${Number(id)}`.execute(house.store.db);
    const before = (await ticket(id)).deadline;
    await one.ota({ id, offset: 4_100 });
    await expect.poll(() => ticket(id), soon).toMatchObject({ progress: 41 });
    const after = (await ticket(id)).deadline;
    expect(after).toBeGreaterThan(before + 500_000);
    // The same value is no progress.
    await one.ota({ id, percent: 41 });
    await one.ota({ id: '999', percent: 50 });
    await expect.poll(() => one.errors, soon).toEqual(['ota: 999 is no upgrade that is under way']);
    expect(await ticket(id)).toMatchObject({ progress: 41, deadline: after });
    // A lower one is: the lock lost power and begins anew.
    await one.ota({ id, offset: 2_000 });
    await expect.poll(() => ticket(id), soon).toMatchObject({ progress: 20 });
    expect((await ticket(id)).deadline).toBeGreaterThan(after);
    await one.ota({ id, offset: 4_100 });
    await expect.poll(() => ticket(id), soon).toMatchObject({ progress: 41 });
    // A failure after some progress counts as failed in process.
    await one.reply(id, 5, 'Checksum');
    await expect.poll(() => record(id), soon).toEqual({ issue_status: 3, progress: 41 });
  });

  it('ignores an offset beyond the end of its file', async () => {
    const one = await lock();
    const id = await upgrade();
    await expect.poll(() => one.commands.some((command) => command.id === id), soon).toBe(true);
    await one.ota({ id, percent: 10 });
    await expect.poll(() => ticket(id), soon).toMatchObject({ progress: 10 });
    const { deadline } = await ticket(id);
    await one.ota({ id, offset: FILE.length + 1 });
    await one.ota({ id, offset: FILE.length, want: 2048 });
    const refusal = `ota: ${id} is ${FILE.length} bytes long`;
    await expect.poll(() => one.errors, soon).toEqual([refusal, refusal]);
    expect(await ticket(id)).toEqual({ state: 'sent', progress: 10, deadline });
    await one.ota({ id, offset: FILE.length });
    await expect.poll(() => ticket(id), soon).toMatchObject({ progress: 100 });
  });

  it('is marked as failed if the lock refuses it at once', async () => {
    const one = await lock();
    const id = await upgrade();
    await expect.poll(async () => (await ticket(id)).state, soon).toBe('sent');
    await one.reply(id, 3);
    await expect.poll(() => record(id), soon).toEqual({ issue_status: 2, progress: null });
  });

  it('goes over MQTT in chunks, and a new command resumes it', async () => {
    const one = await lock();
    const first = await upgrade();
    let chunks = 0;
    const finished: LockCommand[] = [];
    const upgrader = createUpgrader({
      runLater: () => {},
      fetches: false,
      say: (progress) => void one.ota(progress),
      onBytes: () => {
        chunks += 1;
      },
      onEnd: (command) => finished.push(command),
    });
    const commandOf = async (id: string) => {
      await expect.poll(() => one.commands.find((each) => each.id === id), soon).toBeDefined();
      return one.commands.find((each) => each.id === id) as LockCommand;
    };
    // The lock loses its power after two chunks.
    upgrader.start(await commandOf(first));
    one.listen((piece) => {
      if (chunks < 2) upgrader.take(piece);
    });
    await expect.poll(() => chunks, soon).toBe(2);
    await expect.poll(() => ticket(first), soon).toMatchObject({ progress: 40 });
    await sql`update "appointmentCommandRecord" set deadline = 1 where id = ${Number(first)}`.execute(
      house.store.db,
    );
    await expect.poll(async () => (await ticket(first)).state, soon).toBe('invalid');
    expect(await record(first)).toEqual({ issue_status: 3, progress: 40 });

    const before = one.pieces.length;
    const second = await upgrade();
    upgrader.start(await commandOf(second));
    one.listen(upgrader.take);
    await expect
      .poll(() => finished.map(({ id, args }) => [id, args.trouble]), soon)
      .toEqual([[second, undefined]]);
    expect(one.pieces.slice(before).map(({ id, offset, size }) => [id, offset, size])).toEqual([
      [second, 4_096, 10_000],
      [second, 6_144, 10_000],
      [second, 8_192, 10_000],
    ]);
    await expect.poll(() => ticket(second), soon).toMatchObject({ progress: 100 });
    await one.reply(second, 0);
    await expect.poll(() => record(second), soon).toEqual({ issue_status: 1, progress: 100 });
  });

  it('sends no chunk after its end, whichever server ended it', async () => {
    const one = await lock();
    const id = await upgrade();
    await expect.poll(() => one.commands.some((command) => command.id === id), soon).toBe(true);
    await one.ota({ id, offset: 0, want: 100 });
    await expect.poll(() => one.pieces.length, soon).toBe(1);
    await sql`update "appointmentCommandRecord" set state = 'cancelled'
      where id = ${Number(id)}`.execute(house.store.db);
    await one.ota({ id, offset: 100, want: 100 });
    await expect
      .poll(() => one.errors, soon)
      .toEqual([`ota: ${id} is no upgrade that is under way`]);
    expect(one.pieces).toHaveLength(1);
  });

  it('survives a crash of the server between two chunks', async () => {
    const one = await lock();
    const id = await upgrade();
    await expect.poll(() => one.commands.some((command) => command.id === id), soon).toBe(true);
    await one.ota({ id, offset: 0, want: 100 });
    await expect.poll(() => one.pieces.length, soon).toBe(1);
    await house.restart();
    const back = await lock();
    // The command is sent again, and the download continues where it was.
    await expect.poll(() => back.commands.some((command) => command.id === id), soon).toBe(true);
    await back.ota({ id, offset: 9_000, want: 2_048 });
    await expect
      .poll(
        () => back.pieces.map(({ offset, data }) => [offset, Buffer.from(data, 'base64')]),
        soon,
      )
      .toEqual([[9_000, FILE.subarray(9_000)]]);
    expect(await ticket(id)).toMatchObject({ state: 'sent', progress: 90 });
  });
});
