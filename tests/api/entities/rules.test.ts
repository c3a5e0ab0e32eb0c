import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallError, type CallValues, FileAnswer } from '../../../src/server/calls/endpoint';
import type { Database, Row } from '../../../src/server/db';
import type { EntityRules } from '../../../src/server/entities';
import { HARBOUR, NORTHERN, QUAY, ROOT } from '../db/world';
import { openCalls } from './openCalls';

type Opened = Awaited<ReturnType<typeof openCalls>>;
let store: Opened['store'];
let call: Opened['call'];
/** Number of committed changes. */
let changed = 0;

const refuse = (why: string) => new CallError('conflict', [why, why]);

const note = (db: Database, about: string, text: unknown) =>
  sql`insert into note values (${about}, ${String(text)})`.execute(db);

const greetingOf = async (db: Database, { code }: Row) => {
  const { rows } = await sql<{ text: string }>`
    select text from note where about = ${`greeting ${code}`} order by text desc`.execute(db);
  return rows[0]?.text ?? null;
};

/** Stores greetings beside the parcels. A parcel with the code BAD fails after the operation. */
const rules: EntityRules = {
  within: ({ oper }) =>
    oper.org_id === HARBOUR ? { key: 'light', where: sql`t.weight < 100` } : undefined,
  resolveInput: async ({ values, current }) => ({
    ...values,
    ...(current === undefined && { weight: values.weight ?? 7 }),
  }),
  afterOperation: async ({ db, row, values, current }) => {
    if (values.greeting) await note(db, `greeting ${row.code}`, values.greeting);
    await note(db, current ? 'changed' : 'added', row.code);
    if (row.code === 'BAD') throw refuse('bad');
  },
  beforeDelete: async ({ db, rows }) => {
    for (const { code } of rows) await note(db, 'removed', code);
    if (rows.some(({ state }) => state === 1)) throw refuse('sent');
  },
  resolveOutput: async (row, { db }) => ({ ...row, greeting: await greetingOf(db, row) }),
  afterCommit: () => {
    changed += 1;
  },
  actions: {
    send: async ({ db, rows, args, caller, now }) => {
      await note(db, 'sent', `${args.carrier} by ${caller.oper.operName} at ${now}`);
      const heavy = rows.filter(({ weight }) => Number(weight) > 50);
      const light = rows.filter(({ weight }) => Number(weight) <= 50);
      await sql`update parcel set state = 1 where id = any(${light.map(({ id }) => id)})`.execute(
        db,
      );
      return {
        done: light.length,
        failed: heavy.map(({ id }) => ({ id: Number(id), why: 'too heavy' })),
        message: 'on the way',
      };
    },
    label: async ({ rows }) => {
      const content = {
        open: async () => ({ size: 0, stream: Readable.from([]) }),
        discard: async () => {},
      };
      return new FileAnswer(content, `${rows[0]?.code}.pdf`);
    },
    lose: async ({ db }) => {
      await note(db, 'lost', '');
      throw refuse('not lost');
    },
  },
  preview: async ({ code, greeting }) => ({
    total: 1,
    samples: [`${code} ${greeting}`],
    problems: [],
  }),
};

beforeAll(async () => {
  ({ store, call } = await openCalls({ parcel: rules }));
  await sql`create table note (about text, text text)`.execute(store.db);
});

beforeEach(async () => {
  await sql`delete from note`.execute(store.db);
  await sql`delete from parcel`.execute(store.db);
  changed = 0;
});

const add = (body: CallValues, orgId = QUAY) => call('/parcel/add', body, orgId);
const notes = async (about: string) => {
  const { rows } = await sql<{ text: string }>`
    select text from note where about = ${about} order by text`.execute(store.db);
  return rows.map(({ text }) => text);
};
const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    store.db,
  );
  return rows[0]?.n;
};

describe('rules', () => {
  it('prepare a new row: the row has their values, and virtual fields go to them alone', async () => {
    const row = await add({ code: 'A', greeting: 'hello' });
    expect(row).toMatchObject({ code: 'A', weight: 7, greeting: 'hello', locks_titles: [] });
    expect(await call('/parcel/get', { id: row.id }, QUAY)).toEqual(row);
    expect([await notes('greeting A'), await notes('added'), changed]).toEqual([
      ['hello'],
      ['A'],
      1,
    ]);
  });

  it('roll back the whole change if they refuse it at the end', async () => {
    expect(await add({ code: 'BAD', greeting: 'x' })).toMatchObject({ code: 'conflict' });
    const { id } = await add({ code: 'A' });
    const update = { id, code: 'BAD', weight: 1 };
    expect(await call('/parcel/update', update, QUAY)).toMatchObject({ desc: 'bad' });
    expect(await call('/parcel/get', { id }, QUAY)).toMatchObject({ code: 'A', weight: 7 });
    expect([await countOf('parcel'), await countOf('note'), changed]).toEqual([1, 1, 1]);
  });

  it('receive a change of virtual fields alone', async () => {
    const { id } = await add({ code: 'A', greeting: 'a' });
    const update = { id, greeting: 'z' };
    expect(await call('/parcel/update', update, QUAY)).toMatchObject({ greeting: 'z' });
    expect(await notes('changed')).toEqual(['A']);
  });

  it('do not run if nothing changes', async () => {
    const row = await add({ code: 'A', greeting: 'a' });
    const same = { id: row.id, code: 'A', greeting: 'a', weight: 7 };
    expect(await call('/parcel/update', same, QUAY)).toEqual(row);
    expect(await notes('changed')).toEqual([]);
  });

  it('can refuse a deletion as a whole', async () => {
    const rows = [await add({ code: 'A' }), await add({ code: 'B', state: 1 })];
    const ids = rows.map(({ id }) => id);
    expect(await call('/parcel/delete', { ids }, QUAY)).toMatchObject({ desc: 'sent' });
    expect([await countOf('parcel'), await notes('removed')]).toEqual([2, []]);
    expect(await call('/parcel/delete', { ids: [ids[0]] }, QUAY)).toEqual({ deleted: 1 });
  });

  it('can hide rows of their organisation from some callers', async () => {
    const light = await add({ code: 'L', weight: 10 });
    const heavy = await add({ code: 'H', weight: 200 });
    const codes = async (orgId: number) => {
      const { list, total } = await call('/parcel/list', {}, orgId);
      expect(total).toBe(list.length);
      return list.map(({ code }: Row) => code);
    };
    expect([await codes(ROOT), await codes(HARBOUR)]).toEqual([['H', 'L'], ['L']]);
    const { groups } = await call('/parcel/count', { by: 'state' }, HARBOUR);
    expect(groups).toEqual([{ value: 0, count: 1 }]);
    const notFound = { code: 'notFound' };
    const id = heavy.id;
    expect(await call('/parcel/get', { id }, HARBOUR)).toMatchObject(notFound);
    expect(await call('/parcel/update', { id, weight: 1 }, HARBOUR)).toMatchObject(notFound);
    expect(await call('/parcel/delete', { ids: [id] }, HARBOUR)).toMatchObject(notFound);
    const send = { ids: [id], carrier: 'X' };
    expect(await call('/parcel/send', send, HARBOUR)).toMatchObject(notFound);
    expect(await call('/parcel/send', { ...send, ids: [light.id] }, HARBOUR)).toMatchObject({
      done: 1,
    });
  });

  it('never receive inputs that only write other fields', async () => {
    expect(await add({ code: 'A', place: [1, 2] })).toMatchObject({
      code: 'invalid',
      fields: { place: 'This field does not exist' },
    });
    expect(await add({ code: 'A', lat: 1, lon: 2 })).toMatchObject({ lat: 1, lon: 2 });
  });
});

describe('an action', () => {
  it('runs on the records that allow it, and names the reason for the others', async () => {
    const [free, sent, heavy, foreign] = [
      await add({ code: 'A' }),
      await add({ code: 'B', state: 1 }),
      await add({ code: 'C', weight: 60 }),
      await add({ code: 'D' }, NORTHERN),
    ];
    const ids = [sent.id, foreign.id, heavy.id, free.id];
    expect(await call('/parcel/send', { ids, carrier: 'Post' }, QUAY)).toEqual({
      done: 1,
      failed: [
        { id: sent.id, why: 'State is “Sent”. It must be Packed.' },
        { id: foreign.id, why: 'This record does not exist.' },
        { id: heavy.id, why: 'too heavy' },
      ],
      message: 'on the way',
    });
    expect(await notes('sent')).toEqual([`Post by of ${QUAY} at 5000`]);
    expect(await call('/parcel/get', { id: free.id }, QUAY)).toMatchObject({ state: 1 });
    expect(changed).toBe(5);
  });

  it('is refused with all reasons if no record allows it, and changes nothing', async () => {
    const [sent, heavy] = [
      await add({ code: 'B', state: 1 }),
      await add({ code: 'C', weight: 60 }),
    ];
    const body = { ids: [sent.id, heavy.id], carrier: 'Post' };
    expect(await call('/parcel/send', body, QUAY)).toEqual({
      code: 'conflict',
      desc: 'State is “Sent”. It must be Packed.',
      data: {
        failed: [
          { id: sent.id, why: 'State is “Sent”. It must be Packed.' },
          { id: heavy.id, why: 'too heavy' },
        ],
      },
    });
    expect(await notes('sent')).toEqual([]);
  });

  it('can return a file', async () => {
    const { id } = await add({ code: 'A' });
    expect(await call('/parcel/label', { ids: [id] }, QUAY)).toEqual({ file: 'A.pdf' });
  });

  it('changes nothing if it fails', async () => {
    const { id } = await add({ code: 'A' });
    expect(await call('/parcel/lose', { ids: [id] }, QUAY)).toMatchObject({ desc: 'not lost' });
    expect(await notes('lost')).toEqual([]);
  });

  it('runs on one record once, however many calls come at the same time', async () => {
    const { id } = await add({ code: 'A' });
    const body = { ids: [id], carrier: 'Post' };
    const answers = await Promise.all([1, 2, 3].map(() => call('/parcel/send', body, QUAY)));
    expect(answers.filter(({ done }) => done === 1)).toHaveLength(1);
    expect(await notes('sent')).toHaveLength(1);
  });

  it.each([
    [{ ids: [1] }, { carrier: 'Required' }],
    [{ ids: [1], carrier: 'X', weight: 1 }, { weight: 'This field does not exist' }],
    [{ ids: [], carrier: 'X' }, { ids: 'Please Select At Least One Item' }],
    [{ ids: [1, 2, 3, 4, 5, 6], carrier: 'X' }, { ids: 'Choose up to 5 records' }],
  ])('with %j is refused', async (body, fields) => {
    expect(await call('/parcel/send', body)).toMatchObject({ code: 'invalid', fields });
  });

  it('with missing records is refused', async () => {
    expect(await call('/parcel/send', { ids: [999], carrier: 'X' })).toMatchObject({
      code: 'notFound',
    });
  });

  it('without a rule throws', async () => {
    const { id } = await add({ code: 'A' });
    await expect(call('/parcel/forgotten', { ids: [id] })).rejects.toThrow('parcel:forgotten');
  });
});

describe('a preview', () => {
  it('returns the record that add would store, and stores nothing', async () => {
    const body = { code: 'A', greeting: 'hello' };
    expect(await call('/parcel/preview', body)).toMatchObject({ samples: ['A hello'] });
    expect([await countOf('parcel'), changed]).toEqual([0, 0]);
  });

  it('refuses the same rows as add', async () => {
    await add({ code: 'A' });
    const codes = [{}, { code: 'A' }, { code: `of ${ROOT}` }];
    for (const body of [...codes, { code: 'B', locks: [99] }, { code: 'B', lat: 91 }]) {
      const preview = await call('/parcel/preview', body);
      expect(preview).toMatchObject({ code: 'invalid' });
      expect(preview.fields).toEqual((await add(body, ROOT)).fields);
    }
  });
});
