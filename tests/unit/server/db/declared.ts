import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { choices, defineConsole, entity, f } from '../../../../src/config';
import type { Sql, Tables } from '../../../../src/server/db';

const kind = choices([
  [1, 'Truck', '卡车'],
  [2, 'Van', '厢车'],
]);

export const org = entity('org', ['Organisation', '机构'], {
  fields: {
    org_name: f.text(['Name', '名称'], { required: true, unique: true, max: 60 }),
    parent_id: f.refTree(['Parent', '上级'], 'org', { required: true, via: 'parent_name' }),
  },
  scope: 'id',
});

export const maker = entity('maker', ['Maker', '厂家'], {
  fields: { name: f.text(['Name', '名称'], { required: true }) },
  scope: 'shared',
});

export const lock = entity('lock', ['Lock', '锁'], {
  fields: {
    sn: f.text(['SN', '设备号'], { required: true, unique: true, max: 32 }),
    kind: f.choice(['Kind', '种类'], kind, { initial: 1 }),
    note: f.text(['Note', '备注'], { initial: "it's" }),
    charge: f.battery(['Charge', '电量']),
    sold: f.date(['Sold', '售出']),
    papers: f.json(['Papers', '证件']),
    pin: f.password(['PIN', '密码']),
    maker_id: f.ref(['Maker', '厂家'], 'maker', { required: true }),
  },
});

export const trace = entity('trace', ['Trace', '轨迹'], {
  fields: {
    at: f.datetime(['Time', '时间']),
    sn: f.text(['SN', '设备号'], { max: 32, indexed: true }),
    lock_id: f.ref(['Lock', '锁'], 'lock'),
    kind: f.choice(['Kind', '种类'], kind),
    sealed: f.boolean(['Sealed', '施封']),
    other: f.choice(['Other', '其他'], kind, { on: ['show'] }),
  },
  filter: ['at', 'sn', 'kind'],
  counts: ['at', 'sealed'],
  record: { time: 'at' },
});

export const ticket = entity('ticket', ['Ticket', '工单'], {
  fields: { at: f.datetime(['Time', '时间']), sn: f.text(['SN', '设备号'], { indexed: true }) },
  record: { time: 'at', updated: true },
});

export const declared = defineConsole({ entities: [org, maker, lock, trace, ticket], pages: {} });

const nowhere = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Compiles SQL. Returns its text with normalised white space, and its parameters. */
export const compiled = (piece: Sql): { text: string; values: readonly unknown[] } => {
  const { sql, parameters } = piece.compile(nowhere);
  return { text: sql.replace(/\s+/g, ' ').trim(), values: parameters };
};
