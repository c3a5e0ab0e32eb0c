import { describe, expect, test } from 'vitest';
import { type AnyEntity, choices, entity, f } from '../../../../../src/config';
import {
  defaultLanguage,
  defaultOrganisation,
  defaultRole,
  dirtyValues,
  formRows,
  nonEmptyValues,
  resolverOf,
  splitRows,
  startValues,
  type Values,
} from '../../../../../src/console/entity/form/values';
import { ruleText } from '../../../../../src/fields';
import {
  alarmConfig,
  alarmEscalation,
  device,
  oper,
  role,
  savedReport,
} from '../../../../../src/resources';
import { lock } from '../entities';

const rows = formRows(lock, 'create');
const record = { id: 5, sn: 'A1', name: null, org_id: 2, org_name: 'Root', count: 0 };

describe('a new record', () => {
  test.each<[AnyEntity, string[]]>([
    [device, ['subjectName', 'device_no', 'stock_status', 'warehousingTime']],
    [oper, ['operCode', 'language']],
    [lock, []],
  ])('has what is seldom entered behind More: %#', (declared, names) => {
    const { first, rest } = splitRows(declared, formRows(declared, 'create'));
    const namesOf = (some: typeof first) => some.flat().map(({ name }) => name);
    expect(namesOf(rest)).toEqual(names);
    expect(namesOf(first).filter((name) => names.includes(name))).toEqual([]);
  });

  const orgVO = { id: 7, org_name: 'Harbour', logo: null };
  const ofOrg = (required: boolean, scope = 'org_id') =>
    entity('thing', ['Thing', '物品'], {
      fields: { org_id: f.refTree(['Organisation', '机构'], 'org', { required, via: 'org_name' }) },
      scope: scope as 'org_id',
    });

  test.each([
    [
      'has the organisation of the operator if one is required',
      ofOrg(true),
      orgVO,
      { org_id: 7, org_name: 'Harbour' },
    ],
    ['has none if none is required', ofOrg(false), orgVO, {}],
    ['has none if another field is the scope', ofOrg(true, 'shared'), orgVO, {}],
    [
      'has none if organisations have no ids',
      ofOrg(true),
      { ...orgVO, id: undefined as never },
      {},
    ],
  ])('%s', (_, thing, org, expected) => {
    expect(defaultOrganisation(thing, { orgVO: org })).toEqual(expected);
  });

  test('starts below the role of its author if that is declared and known', () => {
    const oper = { role_id: 4, roleName: 'Shift' };
    expect(defaultRole(role, oper)).toEqual({ parent_id: 4, parent_name: 'Shift' });
    expect(defaultRole(role, { roleName: 'Shift' })).toEqual({});
    expect(defaultRole(ofOrg(true), oper)).toEqual({});
  });

  test.each([
    ['of an escalation step is that of its author', alarmEscalation, { language: 'en_US' }],
    ['of a saved report is that of its author', savedReport, { language: 'en_US' }],
    ['of alarm settings stays inherited', alarmConfig, {}],
  ])('the language %s', (_, of, expected) => {
    expect(defaultLanguage(of, 'en')).toEqual(expected);
  });
});

describe('the inputs', () => {
  test('follow the declared rows, without the fields that have no input', () => {
    expect(rows.map((row) => row.map(({ name }) => name))).toEqual([
      ['sn'],
      ['name', 'org_id'],
      ['secret'],
      ['count'],
    ]);
  });

  test('start with the initial values of a new record', () => {
    expect(startValues(rows, undefined)).toEqual({
      sn: null,
      name: null,
      org_id: null,
      secret: null,
      count: 3,
    });
  });

  test('start in the time zone of the operator for a new record, and keep that of an old one', () => {
    const plan = entity('plan', ['Plan', '计划'], {
      fields: { zone: f.zone(['Time zone', '时区'], { initial: 'Asia/Shanghai' }) },
    });
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const planRows = formRows(plan, 'create');
    expect(startValues(planRows, undefined)).toEqual({ zone: timeZone });
    expect(startValues(planRows, { id: 1, zone: 'Europe/Berlin' })).toEqual({
      zone: 'Europe/Berlin',
    });
  });

  test('start with the values of the record, and no others', () => {
    expect(startValues(rows, record)).toEqual({
      sn: 'A1',
      name: null,
      org_id: 2,
      secret: null,
      count: 0,
    });
  });
});

describe('the request', () => {
  const start = startValues(rows, record);

  test.each([
    ['nothing', {}, {}],
    ['a change', { name: 'x' }, { name: 'x' }],
    ['a cleared value', { org_id: null }, { org_id: null }],
    ['nothing for a fixed field', { sn: 'B2' }, {}],
    ['nothing for an undeclared field', { name: undefined }, {}],
  ])('for a change contains %s', (_, changes, expected) => {
    expect(dirtyValues(rows, { ...start, ...changes }, start)).toEqual(expected);
  });

  test('for a new record contains the entered values, with zero and false', () => {
    expect(nonEmptyValues(rows, { sn: 'A1', name: null, count: 0, other: 1 })).toEqual({
      sn: 'A1',
      count: 0,
    });
  });
});

describe('the validation', () => {
  const visibleFields = rows.flat().map(({ name }) => name);
  const judge = async (view: 'create' | 'edit', values: Values, names = visibleFields) => {
    const { errors } = await resolverOf(lock, view, names)(values, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return Object.fromEntries(
      Object.entries(errors).map(([name, error]) => [name, ruleText(String(error?.message), 'en')]),
    );
  };

  test.each([
    ['create', { sn: 'A1', secret: 'x' }, {}],
    ['create', { sn: null, secret: null }, { sn: 'Required', secret: 'Required' }],
    ['edit', { sn: 'A1', secret: null }, {}],
    ['create', { sn: 'A1', secret: 'x', count: 'many' }, { count: 'Must be a number' }],
    ['create', { sn: 'same', name: 'same', secret: 'x' }, { name: 'Like the SN' }],
    [
      'create',
      { sn: 'same', name: 'same', secret: null, count: 'many' },
      { name: 'Like the SN', secret: 'Required', count: 'Must be a number' },
    ],
  ] as const)('of a %s checks %o', async (view, values, reasons) => {
    expect(await judge(view, values)).toEqual(reasons);
  });

  test('covers visible inputs only', async () => {
    expect(await judge('create', { name: 'too long' }, ['name'])).toEqual({
      name: 'Enter up to 5 characters',
    });
  });

  test('returns values in the record’s types', async () => {
    const { values } = await resolverOf(lock, 'create', visibleFields)(
      { sn: 'A1', secret: 'x', count: '7', name: '' },
      undefined,
      { fields: {}, shouldUseNativeValidation: false },
    );
    expect(values).toMatchObject({ count: 7 });
  });

  test('judge a new record in the state in which it begins', async () => {
    const visit = entity('visit', ['Visit', '巡检'], {
      fields: {
        what: f.text(['What', '内容']),
        state: f.choice(['State', '状态'], choices([[1, 'Planned', '已计划']]), { required: true }),
      },
      states: { field: 'state', start: 1, moves: {} },
      check: ({ state }) => (state === 1 ? undefined : { what: ['No state', '无状态'] }),
    });
    const { errors } = await resolverOf(visit, 'create', ['what'])({ what: 'Seal' }, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(errors).toEqual({});
  });
});
