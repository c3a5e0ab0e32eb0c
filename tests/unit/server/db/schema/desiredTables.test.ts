import { describe, expect, it } from 'vitest';
import { type AnyEntity, entity, type Fields, f } from '../../../../../src/config';
import { desiredTables } from '../../../../../src/server/db/schema/desiredTables';
import { declared, org } from '../declared';

const tables = new Map(desiredTables(declared.entities).map((table) => [table.name, table]));
const columnsOf = (table: string) =>
  tables.get(table)?.columns.map(({ name, type, required }) => [name, type, required]);
const indexesOf = (table: string) =>
  tables
    .get(table)
    ?.indexes.map(({ unique, columns, including = [] }) =>
      [unique ? 'unique' : 'plain', ...columns, ...including.map((name) => `+${name}`)].join(' '),
    );
const keysOf = (table: string) =>
  tables.get(table)?.foreignKeys.map(({ column, target }) => `${column} -> ${target}`);

describe('a unique field', () => {
  const name = (unique: true | 'org', caseless?: true) =>
    f.text(['Name', '名称'], { unique, caseless });
  const indexOf = (fields: Fields, scope?: string) => {
    const gate = entity('gate', ['Gate', '大门'], { fields, ...(scope && { scope }) });
    const shapes = desiredTables([org, gate as AnyEntity]);
    const index = shapes
      .find((table) => table.name === 'gate')
      ?.indexes.find(({ unique }) => unique);
    return index && { ...index, unique: undefined };
  };
  const maker = f.ref(['Made by', '创建机构'], 'org');

  it.each([
    [{ name: name(true) }, undefined, { name: 'gate_name_key', columns: ['name'] }],
    [
      { name: name(true, true) },
      undefined,
      {
        name: 'gate_name_caseless_key',
        columns: ['name'],
        caseless: ['name'],
        insteadOf: 'gate_name_key',
      },
    ],
    [
      { name: name('org') },
      undefined,
      { name: 'gate_org_id_name_key', columns: ['org_id', 'name'], insteadOf: 'gate_name_key' },
    ],
    [
      { name: name('org'), made_by: maker },
      'shared',
      { name: 'gate_made_by_name_key', columns: ['made_by', 'name'], insteadOf: 'gate_name_key' },
    ],
  ])('in %j of scope %s has a unique index', (fields, scope, index) => {
    expect(indexOf(fields, scope)).toEqual(index);
  });

  it('cannot be unique within an organisation without one', () => {
    expect(() => indexOf({ name: name('org') }, 'shared')).toThrow(
      'gate.name cannot be unique: the records belong to no organisation',
    );
  });
});

describe('declared tables', () => {
  it('have a column per field, and one for the tenant if no field is', () => {
    expect(columnsOf('lock')).toEqual([
      ['sn', 'character varying(32)', true],
      ['kind', 'integer', false],
      ['note', 'text', false],
      ['charge', 'smallint', false],
      ['sold', 'date', false],
      ['papers', 'jsonb', false],
      ['pin', 'text', false],
      ['maker_id', 'bigint', true],
      ['org_id', 'bigint', true],
    ]);
  });

  it('allow a root in a tree, and no tenant for shared rows', () => {
    expect(columnsOf('org')).toContainEqual(['parent_id', 'bigint', false]);
    expect(columnsOf('maker')).toEqual([['name', 'text', true]]);
  });

  it('are partitioned if they contain immutable records', () => {
    expect(tables.get('trace')?.partitionedBy).toBe('at');
    expect(tables.get('ticket')?.partitionedBy).toBeUndefined();
    expect(columnsOf('trace')).toContainEqual(['at', 'bigint', true]);
  });

  it.each([
    ['lock', ['plain org_id', 'plain maker_id', 'unique sn']],
    ['org', ['plain parent_id', 'unique org_name']],
    [
      'trace',
      [
        'plain at id +org_id',
        'plain org_id at id +kind +sealed',
        'plain sn at id +org_id',
        'plain lock_id at id +org_id',
        'plain kind at id +org_id +sealed',
        'plain sealed at id +org_id +kind',
      ],
    ],
    ['ticket', ['plain at id', 'plain org_id at id', 'plain sn at id']],
  ])('have these indexes: %s', (table, indexes) => {
    expect(indexesOf(table)).toEqual(indexes);
  });

  it.each([
    ['lock', ['maker_id -> maker', 'org_id -> org']],
    ['org', ['parent_id -> org']],
    ['trace', []],
    ['ticket', []],
  ])('have foreign keys, except records: %s', (table, keys) => {
    expect(keysOf(table)).toEqual(keys);
  });

  it('store the distinct values of searchable record fields', () => {
    const tablesOfValues = [...tables.values()].flatMap((table) => table.distinctValues);
    expect(tablesOfValues).toEqual([{ name: 'trace_sn_known', column: 'sn', scope: 'org_id' }]);
  });

  it('quote initial values', () => {
    const initials = tables.get('lock')?.columns.map(({ initial }) => initial);
    expect(initials?.slice(0, 3)).toEqual([undefined, '1', "'it''s'"]);
  });
});

describe('invalid declarations', () => {
  const text = f.text(['X', '某'], { unique: true });
  const wrong: [string, AnyEntity, string][] = [
    [
      'a field called id',
      entity('x', ['X', '某'], { fields: { id: text } as Fields }),
      'it is the key',
    ],
    [
      'a unique field of records',
      entity('x', ['X', '某'], {
        fields: { at: f.datetime(['T', '时']), text },
        record: { time: 'at' },
      }),
      'cannot be unique',
    ],
  ];

  it.each(wrong)('refuses %s', (_, declaration, why) => {
    expect(() => desiredTables([declaration])).toThrow(why);
  });

  it('makes a conditional field nullable', () => {
    const gate = entity('gate', ['Gate', '门'], {
      fields: {
        guarded: f.boolean(['Guarded', '有人值守'], { required: true }),
        phone: f.text(['Phone', '电话'], { required: true, when: { guarded: [true] } }),
      },
    });
    const table = desiredTables([gate]).find(({ name }) => name === 'gate');
    expect(table?.columns.map(({ name, required }) => [name, required])).toEqual(
      expect.arrayContaining([
        ['guarded', true],
        ['phone', false],
      ]),
    );
  });
});

describe('a text that is searched by parts', () => {
  const title = f.text(['Title', '标题'], { indexed: true });
  const partsOf = (more: Parameters<typeof entity>[2]) => {
    const note = entity('note', ['Note', '备注'], more);
    return desiredTables([org, note as AnyEntity])
      .find((table) => table.name === 'note')
      ?.indexes.filter(({ method }) => method === 'trigrams')
      .map(({ name }) => name);
  };

  it('has a trigram index if it is indexed', () => {
    const plain = f.text(['Plain', '普通']);
    const unique = f.text(['Number', '编号'], { unique: true, indexed: true });
    const size = f.number(['Size', '大小'], { indexed: true });
    expect(partsOf({ fields: { title, plain, unique, size } })).toEqual([
      'note_title_contains',
      'note_unique_contains',
    ]);
  });

  it('has no trigram index in records', () => {
    const at = f.datetime(['Time', '时间'], { indexed: true });
    expect(partsOf({ fields: { title, at }, record: { time: 'at' } })).toEqual([]);
  });
});
