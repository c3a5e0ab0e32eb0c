import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  action,
  command,
  entity,
  entriesWithoutOrganisation,
  f,
  splitAllowed,
  whyNot,
} from '../../../src/config';
import { commandBatch, device } from '../../../src/resources';

const OWN = 2;
const BELOW = 4;
const OWN_ACCOUNT = ['Own account', '本人账号'] as const;

const fields = {
  sn: f.text(['SN', '设备号']),
  state: f.number(['State', '状态']),
  version: f.text(['Version', '版本']),
  asker: f.number(['Asked by', '申请人']),
  org_id: f.number(['Organisation', '机构']),
  paid: f.date(['Paid until', '有效期'], { changedBy: 'superior' }),
};
const WRONG_VERSION = ['Too old', '版本过低'] as const;
const lock = entity('lock', ['Lock', '锁'], {
  fields,
  commands: {
    seal: command(['Seal', '施封'], { when: { state: [0] } }),
    reset: command(['Reset', '重置'], { doneBy: 'superior', when: { state: [0] } }),
  },
  actions: {
    renew: action(['Renew', '续费'], { doneBy: 'superior', when: { state: [0] } }),
    confirm: action(['Confirm', '确认'], {
      anotherThan: 'asker',
      when: { state: [0], version: ['2'] },
      deniedMessage: { version: WRONG_VERSION },
    }),
  },
});

const reader = { operId: 7, orgId: OWN, hasSuperior: true };
const top = { ...reader, hasSuperior: false };
const view = { ...reader, isPartialRecord: true };
const locking = { ...reader, lockReasons: () => ({ delete: OWN_ACCOUNT, confirm: OWN_ACCOUNT }) };

const update = { verb: 'update' } as const;
const removal = { verb: 'delete' } as const;
const seal = { command: 'seal' };
const reset = { command: 'reset' };
const renew = { action: 'renew' };
const confirm = { action: 'confirm' };
const pay = (values = {}) => ({ field: 'paid', values });

const superior = { kind: 'superior' };
const notLent = { kind: 'notLent' };
const unmet = (...names: string[]) => ({ kind: 'unmet', fields: names });
const locked = { kind: 'locked', message: OWN_ACCOUNT };

const own = { org_id: OWN, state: 0 };
const below = { org_id: BELOW, state: 0 };

type Judge = Parameters<typeof whyNot>[3];

describe('whyNot', () => {
  it.each<[string, Attempt, object | undefined, Judge, object | undefined]>([
    ['delete a locked record', removal, own, locking, locked],
    ['run an action that the record is locked against', confirm, own, locking, locked],
    ['send a command to a locked record', seal, own, locking, undefined],
    ['update a record that is only locked against deletion', update, own, locking, undefined],
    ['delete on a server without lock reasons', removal, own, reader, undefined],
    ['delete a new record', removal, undefined, locking, undefined],

    ['set a reserved field of one’s own record', pay(), own, reader, superior],
    ['set a reserved field as the top organisation', pay(), own, top, undefined],
    ['set a reserved field of a subordinate’s record', pay(), below, reader, undefined],
    ['set it and move the record to a subordinate', pay({ org_id: BELOW }), own, reader, superior],
    [
      'set it and move the record to the own organisation',
      pay({ org_id: OWN }),
      below,
      reader,
      superior,
    ],
    ['set it in a new own record', pay({ org_id: OWN }), undefined, reader, superior],
    ['set it in a new record below', pay({ org_id: `${BELOW}` }), undefined, reader, undefined],
    ['set it in a new record without one', pay({ org_id: null }), undefined, reader, superior],
    ['set it without a known organisation', pay(), {}, reader, superior],
    ['set another field', { field: 'sn', values: {} }, own, reader, undefined],
    ['set an unknown field', { field: 'nothing', values: {} }, own, reader, undefined],

    ['run a reserved action on one’s own record', renew, own, reader, superior],
    ['run it on a subordinate’s record', renew, below, reader, undefined],
    [
      'run it on a subordinate’s record in another state',
      renew,
      { ...below, state: 1 },
      reader,
      unmet('state'),
    ],
    ['run it on one’s own record in another state', renew, { ...own, state: 1 }, reader, superior],
    ['send a reserved command', reset, own, reader, superior],
    ['send it to a subordinate’s record', reset, below, reader, undefined],

    ['send a command', seal, own, reader, undefined],
    ['send a command in another state', seal, { ...own, state: 1 }, reader, unmet('state')],
    ['send a command in an unknown state', seal, { org_id: OWN }, reader, unmet('state')],
    ['send a command if a view lacks the state', seal, { org_id: OWN }, view, undefined],
    ['send an unknown command', { command: 'open' }, own, reader, undefined],

    ['send a granted command to a shared lock', seal, { ...below, lent: 1 }, view, undefined],
    ['send a command to a lock that is not shared', seal, { ...below, lent: 2 }, view, notLent],
    [
      'send a command to such a lock in another state',
      seal,
      { ...below, lent: 2, state: 1 },
      view,
      notLent,
    ],
    [
      'send a granted command in another state',
      seal,
      { ...below, lent: 1, state: 1 },
      view,
      unmet('state'),
    ],
    ['send a command that cannot be shared', reset, { ...below, lent: 3 }, view, notLent],
    ['send to an own lock', seal, { ...own, lent: null }, view, undefined],
    ['send a command of the seal permission', seal, { ...own, may_seal: true }, view, undefined],
    [
      'send a command outside the seal permission',
      seal,
      { ...own, may_seal: false },
      view,
      notLent,
    ],
    [
      'send a command of another’s seal permission',
      seal,
      { ...below, may_seal: false },
      view,
      undefined,
    ],
    [
      'leave seal permissions to the server',
      seal,
      { ...own, may_seal: false, lent: 2 },
      reader,
      undefined,
    ],

    [
      'confirm another operator’s request',
      confirm,
      { ...own, asker: 8, version: '2' },
      reader,
      undefined,
    ],
    [
      'confirm one’s own request',
      confirm,
      { ...own, asker: 7, version: '2' },
      reader,
      unmet('asker'),
    ],
    ['confirm a request as a view that lacks the asker', confirm, { state: 0 }, view, undefined],
    [
      'confirm with the first declared reason',
      confirm,
      { asker: 7, state: 1, version: '1' },
      reader,
      { ...unmet('asker', 'state', 'version'), message: WRONG_VERSION },
    ],
  ])('decides whether to %s', (_, attempt, record, judge, reason) => {
    expect(whyNot(lock, attempt, record as never, judge)).toEqual(reason);
  });

  it.each([
    ['one’s own organisation', { id: OWN }, superior],
    ['a subordinate', { id: BELOW }, undefined],
    ['a new subordinate', undefined, undefined],
  ])('sets a reserved field of %s', (_, record, reason) => {
    const org = entity('org', ['Organisation', '机构'], { fields, scope: 'id' });
    expect(whyNot(org, pay(), record, reader)).toEqual(reason);
  });
});

describe('whyNot with the shipped declarations', () => {
  const unmetFields = (...args: Parameters<typeof whyNot>) => {
    const reason = whyNot(...args);
    return reason && 'fields' in reason ? reason.fields : reason;
  };

  it.each([
    ['locks in a further wave', { planned: 2, unsent: 2 }, undefined, undefined],
    ['sleeping locks and no wave', { planned: 0, unsent: 1 }, ['planned'], undefined],
    ['no waiting lock', { planned: 0, unsent: 0 }, ['planned'], ['unsent']],
  ])('decides on a batch with %s', (_, counts, noAdvance, noStop) => {
    const batch = { state: 'running', ...counts };
    expect(unmetFields(commandBatch, { action: 'advance' }, batch, view)).toEqual(noAdvance);
    expect(unmetFields(commandBatch, { action: 'stop' }, batch, view)).toEqual(noStop);
  });

  it.each([
    ['MQTT', 0, undefined],
    ['Jointech, which seals by itself', 1, ['protocol']],
    ['JT/T 808 of HHD', 2, undefined],
    ['JT/T 808 of other makers', 3, ['protocol']],
  ])('decides on sealing by %s', (_, protocol, fields) => {
    expect(unmetFields(device, seal, { sn: 'A', status: 0, protocol }, view)).toEqual(fields);
  });
});

describe('splitAllowed', () => {
  const records = [
    own,
    below,
    { ...below, state: 1 },
    { ...below, lent: 2 },
    { ...below, lent: 1 },
  ];

  it.each([
    ['only a superior is allowed', renew, [1, 3, 4], [superior, unmet('state')]],
    ['a seal permission is required', seal, [0, 1, 4], [unmet('state'), notLent]],
  ] as const)(
    'separates allowed records from refused ones when %s',
    (_, attempt, allowed, reasons) => {
      const split = splitAllowed(records, (record) => whyNot(lock, attempt, record, view));
      expect(split.allowed).toEqual(allowed.map((i) => records[i]));
      expect(split.refused.map(({ reason }) => reason)).toEqual(reasons);
      expect(split.refused.every(({ record }) => !split.allowed.includes(record))).toBe(true);
    },
  );
});

it('entriesWithoutOrganisation lists the entries that need an organisation', () => {
  const { sn, paid } = fields;
  const renewal = action(['Renew', '续费'], { doneBy: 'superior' });
  const yard = entity('yard', ['Yard', '堆场'], {
    fields: { sn, paid },
    actions: { renew: renewal },
  });
  expect(entriesWithoutOrganisation(yard)).toEqual(['paid', 'renew']);
  const shared = entity('yard', ['Yard', '堆场'], { fields: { sn, paid }, scope: 'shared' });
  expect(entriesWithoutOrganisation(shared)).toEqual(['paid']);
  expect(entriesWithoutOrganisation(lock)).toEqual([]);
});
