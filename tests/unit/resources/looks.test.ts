import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Field, Fields } from '../../../src/config';
import { alarmSeverity } from '../../../src/domain/alarm';
import { type ChoiceTable, type Form, lookOf, quieterForm } from '../../../src/domain/label';
import { lookInRecord } from '../../../src/fields/kinds/choice.schema';
import { alertRecord } from '../../../src/resources';

const modules = import.meta.glob<Record<string, unknown>>(
  ['/src/domain/*.ts', '/src/resources/*.ts'],
  { eager: true },
);

const isTable = (value: unknown): value is ChoiceTable => Array.isArray(value) && 'tones' in value;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && 'fields' in value
    ? ((value.fields ?? {}) as Fields)
    : {};

/** Tables of states by name; those of a field have the name of its entity. */
const tables = (): Map<ChoiceTable, string> => {
  const names = new Map<ChoiceTable, string>();
  const add = (name: string, table: unknown) => {
    if (isTable(table) && Object.keys(table.tones).length > 0 && !names.has(table)) {
      names.set(table, name);
    }
  };
  for (const module of Object.values(modules)) {
    for (const [name, value] of Object.entries(module)) {
      add(name, value);
      for (const [field, { of }] of Object.entries(fieldsOf(value))) add(`${name}.${field}`, of);
    }
  }
  return names;
};

/** Values of a table by form; those with a sign of their own have it behind the value. */
const byForm = (table: ChoiceTable): Partial<Record<Form, string>> => {
  const forms: Partial<Record<Form, string>> = {};
  for (const [value] of table) {
    const { form, sign } = lookOf(table, value) ?? { form: 'plain' };
    const name = sign ? `${value} ${sign}` : `${value}`;
    forms[form] = forms[form] === undefined ? name : `${forms[form]}, ${name}`;
  }
  return forms;
};

describe('states', () => {
  it('have the chosen form for each value', () => {
    expect(Object.fromEntries([...tables()].map(([table, name]) => [name, byForm(table)]))).toEqual(
      {
        alarmSeverity: { solid: '1', tint: '2', sign: '3' },
        alarmEvent: {
          plain: 'taken, released, assigned, processed, cleared, corrected, withdrawn',
          tint: 'escalated',
        },
        alarmState: { plain: '0, 1, 2 none' },
        cardVerdict: { plain: '1', tint: '2, 3, 4, 5' },
        simExpiry: { plain: '2, 0 none', tint: '3, 1' },
        contactEvent: { plain: '1, 2', tint: '3, 4' },
        jobState: { plain: '0, 2, 5', sign: '1', tint: '3, 4' },
        lockStatus: { plain: '2 sealed, 255', sign: '0 closed', tint: '1 open, 3' },
        lockState: { plain: '0, 1, 2', sign: '6', tint: '3, 4, 5' },
        lockAction: { plain: '1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13', tint: '6, 14' },
        paramState: { tint: '1' },
        positionType: { plain: '0, 2, 3, 4', sign: '1' },
        communicateStatus: { plain: '0, 1 dot, 2 moon' },
        reportResult: { plain: '1', tint: '2, 3' },
        scheduleState: { plain: '1, 3', sign: '2' },
        scheduleResult: { plain: '1', tint: '2, 3, 4, 5' },
        enabledChoice: { plain: '1, 0 none' },
        ticketState: {
          sign: 'unconfirmed, waiting, sent, answered',
          plain: 'planned, success, cancelled',
          tint: 'failure, invalid',
        },
        ticketResult: { plain: '1', tint: '2, 3' },
        batchState: {
          sign: 'unconfirmed, running',
          plain: 'declined, done',
          tint: 'stopped, failed',
        },
        'shiftNote.state': { sign: '0', plain: '1' },
        'alarmReceiver.told': { tint: '0', plain: '1, 2, 3' },
        'noticeRecord.state': { plain: '1', tint: '2', sign: '3' },
        'firmwareList.state': { plain: '1, 0', sign: '2' },
        'upgradeRecord.issue_status': { plain: '1', tint: '2, 3' },
        'smsRecord.state': { plain: '1', tint: '2' },
        'batchDisDevice.state': { plain: '1, 2 none' },
      },
    );
  });

  it('are plain if they are normal', () => {
    for (const [table, name] of tables()) {
      for (const [value] of table) {
        const look = lookOf(table, value);
        if (look?.tone === 'success') expect(`${name} ${look.form}`).toBe(`${name} plain`);
      }
    }
  });
});

describe('the severity of an alarm', () => {
  const field = alertRecord.fields.severity as Field<'choice'>;

  it.each([
    [1, { state: 0, taken_by: null }, 'solid'],
    [1, { state: 0, taken_by: 'Chen' }, 'tint'],
    [2, { state: 0, taken_by: 'Chen' }, 'sign'],
    [3, { state: 0, taken_by: 'Chen' }, 'sign'],
    [1, { state: 1, taken_by: 'Chen' }, 'sign'],
    [2, { state: 1, taken_by: null }, 'sign'],
  ] as const)('%d with %o is drawn as %s', (severity, record, form) => {
    expect(lookInRecord(field, severity, { ...record, severity })?.form).toBe(form);
  });

  it('keeps its tone', () => {
    expect(lookInRecord(field, 1, { state: 1 })?.tone).toBe(alarmSeverity.tones[1]);
  });

  it('is coloured in one place', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => /\{ 1: 'error'/.test(readFileSync(`src/${name}`, 'utf8')));
    expect(files).toEqual(['domain/alarm.ts']);
  });
});

it('a quieter form leaves plain values plain', () => {
  expect(['solid', 'tint', 'sign', 'plain'].map((form) => quieterForm(form as Form))).toEqual([
    'tint',
    'sign',
    'sign',
    'plain',
  ]);
});
