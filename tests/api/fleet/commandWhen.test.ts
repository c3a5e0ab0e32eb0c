import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { command, defineConsole, entity, f } from '../../../src/config';
import { addLocks } from '../locks';
import { openTestFleet } from './openTestFleet';

const hitch = command(['Hitch', '挂接'], { when: { docked: [true] } });
const yard = { menu: { group: 'operation', icon: 'lock' } } as const;

/** A trailer names its lock by serial number, and restricts when the lock may get a command. */
const trailer = entity('trailer', ['Trailer', '挂车'], {
  fields: {
    sn: f.text(['SN', '设备号'], { max: 32 }),
    docked: f.boolean(['Docked', '已停靠']),
  },
  commands: {
    hitch,
    seal: command(['Seal', '施封'], { when: { docked: [true] } }),
    scrap: command(['Scrap', '报废'], { doneBy: 'superior' }),
  },
  ...yard,
});

/** Entity that all tenants share. */
const gate = entity('gate', ['Gate', '道闸'], {
  fields: { sn: f.text(['SN', '设备号'], { max: 32 }), open: f.boolean(['Open', '开启']) },
  commands: { lift: command(['Lift', '抬杆'], { when: { open: [false] } }) },
  scope: 'shared',
  ...yard,
});

const config = defineConsole({
  entities: [...shipped.entities, trailer, gate] as never,
  pages: {},
});

type Opened = Awaited<ReturnType<typeof openTestFleet>>;
let opened: Opened;
beforeAll(async () => {
  opened = await openTestFleet({ config });
  const { db } = opened.store;
  const lock = (sn: string) => ({ sn, org_id: 2, status: 0 });
  await addLocks(db, lock('T1'), lock('T2'), lock('T3'), lock('T4'));
  await sql`insert into trailer (sn, docked, org_id) values
    ('T1', true, 2), ('T2', false, 2), ('T3', false, 2), ('T3', true, 2), ('T4', false, 3)`.execute(
    db,
  );
  await sql`insert into gate (sn, open) values ('T1', true), ('T2', false)`.execute(db);
});

const send = async (code: string, locale: 'en' | 'zh' = 'en', hasSuperior = false) => {
  const { tickets, refused } = await opened.command({
    code,
    sns: ['T1', 'T2', 'T3', 'T4'],
    args: {},
    oper: { id: 9, operName: 'Lin Yue', org_id: 2, hasSuperior },
    locale,
    filesUrl: '',
  });
  return [tickets.map(({ sn }) => sn), refused.map(({ sn, code: why, desc }) => [sn, why, desc])];
};

it.each([
  ['of another entity', 'hitch', ['T1', 'T3', 'T4'], ['T2', 'Docked is “No”. It must be Yes.']],
  [
    'of one of several that declare it',
    'seal',
    ['T1', 'T3', 'T4'],
    ['T2', 'Docked is “No”. It must be Yes.'],
  ],
  [
    'of what all tenants share',
    'lift',
    ['T2', 'T3', 'T4'],
    ['T1', 'Open is “Yes”. It must be No.'],
  ],
] as const)('the server checks a condition %s', async (_, code, sent, [sn, why]) => {
  expect(await send(code)).toEqual([sent, [[sn, 'conflict', `${sn}: ${why}`]]]);
});

it('the refusal is in the sender’s language', async () => {
  const [, refused] = await send('hitch', 'zh');
  expect(refused).toEqual([['T2', 'conflict', 'T2：已停靠为“否”，可用条件：是']]);
});

it('a command that only a superior organisation may send is refused to others', async () => {
  const why = 'Only a superior organisation can change this';
  expect(await send('scrap', 'en', true)).toEqual([
    ['T4'],
    ['T1', 'T2', 'T3'].map((sn) => [sn, 'conflict', `${sn}: ${why}`]),
  ]);
  expect(await send('scrap')).toEqual([['T1', 'T2', 'T3', 'T4'], []]);
});
