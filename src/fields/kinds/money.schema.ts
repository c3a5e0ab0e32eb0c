import type { Amount, Field, Row } from '../../config';
import { numberFormat } from '../../domain/figures';
import { described, exactMaximum, exactMinimum, type KindDescription } from '../description';
import type { FieldSchema } from '../schemas';
import { exactNumberText, exactSchema } from './decimal.schema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    money: {
      options: {
        currency?: string;
        currencyIn?: string;
        scale?: number;
        min?: number | `${number}`;
        max?: number | `${number}`;
      };
      value: `${number}`;
      formula: Amount;
    };
  }
}

/** Code that `Intl` accepts; it throws for others. */
const CODE = /^[A-Z]{3}$/;

/** Decimal places of every currency in circulation. */
const MAX_PLACES = 3;

const placesOf = (currency: string): number =>
  numberFormat('en', undefined, currency).resolvedOptions().minimumFractionDigits ?? 0;

const scaleOf = ({ scale, currency = '' }: Field<'money'>): number =>
  scale ?? (CODE.test(currency) ? placesOf(currency) : MAX_PLACES);

/** Returns the currency of an amount; undefined if the record has no valid one. */
export const currencyOf = (
  { currency, currencyIn = '' }: Field<'money'>,
  row: Row = {},
): string | undefined => {
  const code = currency ?? row[currencyIn];
  return CODE.test(String(code)) ? String(code) : undefined;
};

/** Amount in a currency. */
export const schema: FieldSchema<'money'> = {
  ...exactSchema(scaleOf, ({ currency }) => currency),
  cellFields: ({ currencyIn }) => [currencyIn],
  text: (value, field, locale, _zone, row) =>
    exactNumberText(value, scaleOf(field), locale, currencyOf(field, row)),
};

export const description: KindDescription<'money'> = {
  label: ['Amount of money', '金额'],
  text: [
    'An amount, as exact as a [`decimal`](#decimal), shown with its currency. It needs either [`currency`](#currency) or [`currencyIn`](#currencyin).',
    '金额，与 `decimal` 一样精确，带币种显示。须设 `currency` 或 `currencyIn` 之一。',
  ],
  example: "const deposit = f.money(['Deposit', '押金'], { currency: 'CNY', min: 0 });",
  options: {
    currency: described(['Currency', '币种'], 'text', [
      'The ISO 4217 code of all amounts. It has its own number of decimal places: 2 for `CNY`, none for `JPY`, 3 for `KWD`.',
      '全部金额的 ISO 4217 币种代码，小数位数随币种：`CNY` 为 2，`JPY` 为 0，`KWD` 为 3。',
    ]),
    currencyIn: described(['Currency field', '币种字段'], 'field', [
      'The field with the ISO 4217 code, a `text` or a `choice`. Amounts have 3 decimal places, as many as any currency. An amount without a valid code is shown as a plain number.',
      '存放 ISO 4217 代码的字段（`text` 或 `choice`）。金额有 3 位小数；没有有效代码的金额显示为普通数字。',
    ]),
    scale: described(['Decimal places', '小数位数'], 'number', [
      'The number of decimal places, 0 to 10, by default that of the currency, or 3 with [`currencyIn`](#currencyin).',
      '小数位数，0 至 10，默认随币种，使用 `currencyIn` 时为 3。',
    ]),
    min: exactMinimum,
    max: exactMaximum,
  },
};
