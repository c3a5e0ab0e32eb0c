import { choicesInReport, type Field, isBlank, type Row } from '../../config';
import {
  type Choices,
  type ChoiceTable,
  choiceLabel,
  type Locale,
  type Look,
  locales,
  lookOf,
  quieterForm,
  textOf,
} from '../../domain/label';
import { described, type KindDescription } from '../description';
import { valueRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    choice: {
      subject: ChoiceTable;
      options: {
        since?: readonly [value: string | number, moment: string, limit?: number];
        attended?: {
          by: string;
          done: readonly [field: string, ...values: readonly (string | number)[]];
        };
        coded?: boolean;
        adds?: 'reports' | 'groups' | 'times';
      };
      value: O extends { of: infer C extends Choices } ? C[number][0] : string | number;
    };
  }
}

const isNumeric = (of: ChoiceTable): boolean =>
  (of as Choices).every(([value]) => typeof value === 'number');

export const schema: FieldSchema<'choice'> = {
  rule: ({ of }, yup) => valueRule(yup, 'choice', (value) => choiceLabel(of, value) !== undefined),
  sql: ({ of }) => (isNumeric(of) ? 'integer' : 'text'),
  json: ({ of }) => ({ type: isNumeric(of) ? 'integer' : 'string' }),
  filter: 'equal',
  indexable: true,
  choices: ({ of }) => of,
  cellFields: ({ since, attended }) => [since?.[1], attended?.by, attended?.done[0]],
  text: (value, field, locale, _zone, row) => choiceText(tableIn(field, row), value, locale),
  cellText: (value, field, locale, _zone, row) =>
    codedText({ ...field, of: tableIn(field, row) }, value, locale),
  parse: (text, field) =>
    (field.of as Choices).find(
      ([value, ...labels]) =>
        String(value) === text ||
        labels.includes(text) ||
        locales.some((locale) => codedText(field, value, locale) === text),
    )?.[0],
};

export const tableIn = (field: Field<'choice'>, record: Row | undefined): ChoiceTable =>
  choicesInReport(field, record) ?? field.of;

/** Label of a value; the value itself if the table lacks it. */
export const choiceText = (of: ChoiceTable, value: unknown, locale: Locale): string => {
  const label = choiceLabel(of, value);
  return label ? textOf(label, locale) : String(value ?? '');
};

/** Returns the appearance of a value in a record, quieter once an operator attends to it. */
export const lookInRecord = (
  { of, attended }: Pick<Field<'choice'>, 'of' | 'attended'>,
  value: unknown,
  record: Row,
): Look | undefined => {
  const look = lookOf(of, value);
  if (!look || !attended) return look;
  const [field, ...values] = attended.done;
  if (values.some((done) => record[field] === done))
    return { ...look, form: look.form === 'plain' ? 'plain' : 'sign' };
  return isBlank(record[attended.by]) ? look : { ...look, form: quieterForm(look.form) };
};

const codedText = (
  { of, coded }: Pick<Field<'choice'>, 'of' | 'coded'>,
  value: unknown,
  locale: Locale,
): string => {
  const text = choiceText(of, value, locale);
  return coded && choiceLabel(of, value) ? `${text} · ${value}` : text;
};

export const description: KindDescription<'choice'> = {
  label: ['Choice', '单选'],
  text: [
    'One value of a fixed table, which is the subject. [Look of a value](#look-of-a-value) has its colours.',
    '固定选项表中的一个值，选项表为第二个参数。',
  ],
  example:
    "const fuel = f.choice(['Fuel', '燃料'], choices([[1, 'Diesel', '柴油'], [2, 'Electric', '电动']]));",
  subject: 'choices',
  options: {
    since: described(
      ['Duration shown', '显示持续时间'],
      { tuple: [{ anyOf: ['text', 'number'] }, 'field', 'number'], optional: 1 },
      [
        'For this value, show how long it has lasted since the time in another field. From the third number on, in ms, it is a warning.',
        '值为此项时，显示自另一字段的时间起持续了多久。达到第三个数（毫秒）后为警告。',
      ],
    ),
    attended: described(
      ['Attended to', '处理状态'],
      {
        options: {
          by: 'field',
          done: { tuple: ['field', { anyOf: ['text', 'number'] }], repeats: true },
        },
        needs: ['by', 'done'],
      },
      [
        'A value is drawn one step quieter while the field `by` is set. Once the first field of `done` has one of the values after it, only the sign is left.',
        '字段 `by` 有值时弱化一级显示；`done` 中的字段为其后某个值时，只保留标记。',
      ],
    ),
    adds: described(['More choices', '更多选项'], { oneOf: ['reports', 'groups', 'times'] }, [
      'Adds the names of all reports of the console, of their groups or of their dates. A stored one may be gone.',
      '加入控制台全部报表、其汇总方式或其日期的名称。已保存的值可能不再存在。',
    ]),
    coded: described(['With its code', '附代码'], 'boolean', [
      'Spreadsheets show the wire value after the label.',
      '表格中在名称后显示原始值。',
    ]),
  },
};
