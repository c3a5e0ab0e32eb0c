import type * as Yup from 'yup';
import type { Amount } from '../../config';
import { type Field, isBlank } from '../../config';
import {
  compareExact,
  type Exact,
  exactOf,
  exactText,
  fitsDouble,
  rounded,
} from '../../domain/exact';
import { numberFormat, type UnitLabel } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { described, exactMaximum, exactMinimum, type KindDescription, unit } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    decimal: {
      options: {
        scale?: number;
        min?: number | `${number}`;
        max?: number | `${number}`;
        unit?: UnitLabel;
      };
      value: `${number}`;
      formula: Amount;
    };
  }
}

interface Limits {
  readonly min?: number | `${number}`;
  readonly max?: number | `${number}`;
}

/** Digits of a value, those after the decimal point included. */
const MAX_DIGITS = 20;

/** Number with commas between groups of three digits, which mean the same in English and Chinese. */
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** Full-width digits and signs, as Chinese input methods write them. */
const FULL_WIDTH = /[\uff0b-\uff19]/g;

/** Parses what people type and servers send. A JSON number of more digits than a double holds is unreadable. */
const readExact = (input: unknown): Exact | undefined => {
  if (typeof input === 'number') {
    const exact = exactOf(input);
    return exact && fitsDouble(exact) ? exact : undefined;
  }
  if (typeof input !== 'string') return undefined;
  const text = input
    .trim()
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  return exactOf(GROUPED.test(text) ? text.replaceAll(',', '') : text);
};

/** Returns the number with `scale` decimal places; undefined if it has more. */
const fitted = (exact: Exact, scale: number): Exact | undefined => {
  const fit = rounded(exact, scale);
  return compareExact(fit, exact) === 0 ? fit : undefined;
};

/** Returns the message of the rule that a value breaks. */
const complaintOf = (value: unknown, { min, max }: Limits, scale: number) => {
  const exact = readExact(value);
  if (!exact) return rule(Number.isFinite(value) ? 'numberAsText' : 'number');
  const fit = fitted(exact, scale);
  if (!fit) return scale === 0 ? rule('integer') : rule('places', { max: scale });
  const whole = exactText(fit).replace(/^-|\..*$/g, '');
  if (whole.length > MAX_DIGITS - scale) return rule('digits', { max: MAX_DIGITS - scale });
  const [least, most] = [exactOf(min), exactOf(max)];
  if (least && compareExact(fit, least) < 0) return rule('atLeast', { min });
  return most && compareExact(fit, most) > 0 ? rule('atMost', { max }) : undefined;
};

/** Formats a value with its decimal places, grouped. @param currency ISO 4217 code */
export const exactNumberText = (
  value: unknown,
  scale: number,
  locale: string,
  currency?: string,
): string => {
  const exact = exactOf(value);
  if (!exact) return String(value);
  // Browsers format a text exactly; a number would lose digits.
  return numberFormat(locale, scale, currency).format(exactText(exact) as `${number}`);
};

/** Schema of a kind of exact numbers: text with `scale` decimal places in records and on the wire. */
export const exactSchema = <F extends Limits>(
  scaleOf: (field: F) => number,
  unitOf: (field: F) => UnitLabel | undefined,
) => {
  /** Returns the text with all decimal places. An input without one is unchanged, so that the rule refuses it. */
  const toText = (input: unknown, field: F): unknown => {
    const exact = readExact(input);
    const fit = exact && fitted(exact, scaleOf(field));
    return fit ? exactText(fit) : input;
  };
  return {
    rule: (field: F, { mixed }: Pick<typeof Yup, 'mixed'>) =>
      mixed().test('exact', (value, { createError }) => {
        const message = isBlank(value) ? undefined : complaintOf(value, field, scaleOf(field));
        return message === undefined || createError({ message });
      }),
    sql: (field: F) => `numeric(${MAX_DIGITS},${scaleOf(field)})`,
    json: (field: F) => {
      const scale = scaleOf(field);
      const part = scale > 0 ? `(\\.\\d{1,${scale}})?` : '';
      return { type: 'string', pattern: `^-?\\d{1,${MAX_DIGITS - scale}}${part}$` };
    },
    filter: 'range' as const,
    places: scaleOf,
    scale: (field: F) => ({ unit: unitOf(field) }),
    bound: (input: unknown) => {
      const exact = readExact(input);
      return exact && exactText(exact);
    },
    fromWire: toText,
    parse: toText,
    cell: (field: F) => ({
      ...numberForm(unitOf(field), scaleOf(field)),
      // A spreadsheet would cut more digits, so such a number is a text.
      write: (value: unknown) => {
        const exact = readExact(value);
        return exact && fitsDouble(exact) ? Number(exactText(exact)) : undefined;
      },
    }),
    cellText: String,
  };
};

const scaleOf = ({ scale = 2 }: Field<'decimal'>): number => scale;

export const schema: FieldSchema<'decimal'> = {
  ...exactSchema(scaleOf, ({ unit }) => unit),
  text: (value, field, locale) => exactNumberText(value, scaleOf(field), locale),
};

export const description: KindDescription<'decimal'> = {
  label: ['Exact number', '精确数值'],
  text: [
    'An exact number of up to 20 digits. Calls and records have it as text with all its decimal places, `"12.5000"`. A number in JSON is accepted up to 15 digits. Forms and imports accept `1,234.5`. More decimal places than [`scale`](#scale) are an error and are never rounded. Spreadsheets hold 15 digits of a number, so an export has a longer one as text.',
    '最多 20 位的精确数值，接口和记录中为带全部小数位的文本。小数位超过 `scale` 时报错，从不四舍五入。',
  ],
  example:
    "const load = f.decimal(['Load', '载重'], { scale: 4, min: 0, max: '99999.9999', unit: 't' });",
  options: {
    scale: described(['Decimal places', '小数位数'], 'number', [
      'The number of decimal places, 0 to 10, by default 2. The other digits of 20 are before the point.',
      '小数位数，0 至 10，默认 2。20 位中其余为整数位。',
    ]),
    min: exactMinimum,
    max: exactMaximum,
    unit,
  },
};
