import { expect, test } from 'vitest';
import { ValidationError } from 'yup';
import { f, type View } from '../../../src/config';
import { recordSchema, ruleText } from '../../../src/fields';

const fields = {
  name: f.text(['Name', '名称'], { required: true, max: 3 }),
  phones: f.phones(['Phones', '手机']),
  secret: f.password(['Password', '密码'], { required: true }),
  made: f.datetime(['Made', '创建'], { on: ['list'] }),
};

const refused = (view: View, record: object, locale: 'en' | 'zh' = 'en') => {
  try {
    recordSchema(fields, view).validateSync(record, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(
      error.inner.map(({ path, message }) => [path, ruleText(message, locale)]),
    );
  }
};

test.each([
  ['create', { name: 'a', secret: 'x' }, {}],
  ['create', { name: '', secret: null }, { name: 'Required', secret: 'Required' }],
  ['create', { name: 'abcd', secret: 'x' }, { name: 'At most 3 characters' }],
  ['create', { name: 'a', secret: 'x', phones: '' }, {}],
  ['edit', { name: 'a', secret: '' }, {}],
  ['edit', { name: null }, { name: 'Required' }],
] as const)('%s of %o', (view, record, reasons) => {
  expect(refused(view, record)).toEqual(reasons);
});

test('speaks the reader’s language', () => {
  expect(refused('create', { name: 'abcd', secret: 'x' }, 'zh')).toEqual({ name: '最多 3 个字符' });
});

test('leaves fields out that take no part', () => {
  expect(Object.keys(recordSchema(fields, 'create').fields)).toEqual(['name', 'phones', 'secret']);
});
