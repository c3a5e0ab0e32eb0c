import { describe, expect, it } from 'vitest';
import * as yup from 'yup';
import { type AnyField, type Field, f, type Row } from '../../../../src/config';
import type { Locale } from '../../../../src/domain/label';
import { ruleText, schemaOf } from '../../../../src/fields';
import { parseFilterValue } from '../../../../src/fields/filterValue';

const decimal = (options: object = {}) => f.decimal(['Weight', '重量'], options as never);
const money = (options: object = { currency: 'CNY' }) => f.money(['Fee', '费用'], options as never);

/** Returns the stored form of an input, or the message of the rule that it breaks. */
const read = (field: AnyField, input: unknown): unknown => {
  const { fromWire, rule } = schemaOf(field);
  const value = fromWire?.(input, field as Field);
  try {
    rule(field as Field, yup).validateSync(value);
    return value;
  } catch (error) {
    return { refused: ruleText((error as Error).message, 'en') };
  }
};

describe('an exact number', () => {
  it.each<[string, AnyField, unknown, string]>([
    ['all places', decimal(), '123.4', '123.40'],
    ['a number', decimal(), 0.1, '0.10'],
    ['15 digits as a number', decimal(), 1234567890123.45, '1234567890123.45'],
    ['20 digits as text', decimal(), '123456789012345678.90', '123456789012345678.90'],
    ['zeros beyond the places', decimal(), '1.5000', '1.50'],
    ['leading zeros', decimal(), '000000000000000000001', '1.00'],
    ['grouped digits', decimal(), ' 1,234,567.5 ', '1234567.50'],
    ['full-width digits', decimal(), '－１，２３４．５', '-1234.50'],
    ['a negative zero', decimal(), '-0', '0.00'],
    ['no places', decimal({ scale: 0 }), '7.0', '7'],
    ['ten places', decimal({ scale: 10 }), '0.0000000001', '0.0000000001'],
    ['both limits', decimal({ min: '0.10', max: 0.1 }), '0.1', '0.10'],
    ['yuan', money(), '5', '5.00'],
    ['yen', money({ currency: 'JPY' }), '5', '5'],
    ['dinars', money({ currency: 'KWD' }), '5', '5.000'],
    ['any currency', money({ currencyIn: 'currency' }), '5', '5.000'],
    ['a price of fuel', money({ currency: 'CNY', scale: 4 }), '7.1234', '7.1234'],
  ])('reads %s', (_, field, input, value) => {
    expect(read(field, input)).toBe(value);
  });

  it.each<[AnyField, unknown, string]>([
    [decimal(), 'abc', 'Must be a number'],
    [decimal(), '1,5', 'Must be a number'],
    [decimal(), '1,2345', 'Must be a number'],
    [decimal(), '1,234.5,6', 'Must be a number'],
    [decimal(), true, 'Must be a number'],
    [decimal(), ['1'], 'Must be a number'],
    [decimal(), Number.NaN, 'Must be a number'],
    [decimal(), 123456789012345.67, 'Send a number of more than 15 digits as text'],
    [decimal(), '1.005', 'Enter up to 2 decimal places'],
    [decimal({ scale: 0 }), '1.5', 'Must be a whole number'],
    [money({ currency: 'KWD' }), '1.0005', 'Enter up to 3 decimal places'],
    [decimal(), '1234567890123456789', 'Enter up to 18 digits before the decimal point'],
    [decimal({ scale: 10 }), '-12345678901', 'Enter up to 10 digits before the decimal point'],
    [decimal({ min: '0.01' }), '0', 'Must be 0.01 or more'],
    [
      decimal({ max: '123456789012345.67' }),
      '123456789012345.68',
      'Must be 123456789012345.67 or less',
    ],
  ])('of %o is not %j', (field, input, refused) => {
    expect(read(field, input)).toEqual({ refused });
  });

  it.each<[AnyField, Locale, string, Row, string]>([
    [decimal(), 'en', '123456789012345678.90', {}, '123,456,789,012,345,678.90'],
    [decimal({ scale: 0 }), 'zh', '-1234', {}, '-1,234'],
    [decimal(), 'en', 'n/a', {}, 'n/a'],
    [money(), 'en', '123456789012345.67', {}, 'CN¥123,456,789,012,345.67'],
    [money(), 'zh', '-5.00', {}, '-¥5.00'],
    [money({ currency: 'JPY' }), 'zh', '5000', {}, 'JP¥5,000'],
    [money({ currencyIn: 'coin' }), 'en', '5.000', { coin: 'USD' }, '$5.00'],
    [money({ currencyIn: 'coin' }), 'en', '5.125', { coin: 'USD' }, '$5.125'],
    [money({ currencyIn: 'coin' }), 'en', '5.000', { coin: 'JPY' }, '¥5'],
    [money({ currencyIn: 'coin' }), 'en', '5.000', { coin: 'dollars' }, '5.000'],
    [money({ currencyIn: 'coin' }), 'en', '5.000', {}, '5.000'],
  ])('of %o is shown in %s: %s with %j', (field, locale, value, row, text) => {
    expect(schemaOf(field).text?.(value, field as Field, locale, undefined, row)).toBe(text);
  });

  it.each<[AnyField, unknown, number | undefined, string]>([
    [decimal({ unit: 't' }), '1234567890123.45', 1234567890123.45, '#,##0.00" t"'],
    [decimal(), '123456789012345.67', undefined, '#,##0.00'],
    [money(), '0.10', 0.1, '#,##0.00" CNY"'],
    [money({ currency: 'JPY' }), '7', 7, '#,##0" JPY"'],
  ])('of %o is in a sheet %j as %s', (field, value, number, format) => {
    const { cell, cellText } = schemaOf(field);
    const form = cell?.(field as Field);
    expect([form?.write(value), form?.format]).toEqual([number, format]);
    expect(cellText?.(value, field as Field, 'en')).toBe(value);
  });

  it.each<[unknown, unknown]>([
    ['0.001', { value: '0.001' }],
    ['1,234', { value: '1234' }],
    [5, { value: '5' }],
    ['99999999999999999999999', { value: '99999999999999999999999' }],
    ['abc', { broken: undefined }],
  ])('ends a range at %j beyond its own limits', (input, parsed) => {
    const field = decimal({ max: 10 });
    expect(parseFilterValue({ field, mode: 'range' }, input)).toEqual(parsed);
  });

  it('has a pattern for its places in JSON Schema', () => {
    const pattern = (field: AnyField) =>
      new RegExp(String(schemaOf(field).json?.(field as Field).pattern));
    expect('123.40').toMatch(pattern(decimal()));
    expect('123.456').not.toMatch(pattern(decimal()));
    expect('-5').toMatch(pattern(decimal({ scale: 0 })));
    expect('5.0').not.toMatch(pattern(decimal({ scale: 0 })));
    expect('1234567890123456789').not.toMatch(pattern(decimal()));
  });
});
