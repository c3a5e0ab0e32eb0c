import type { AnyEntity, AnyField, Choices, Field, Fields } from '../../config';
import { coordinateColumns, schemaOf } from '../../fields';
import { canonicalType, comparedType, storedFields } from '../db';
import { type Finding, findingsIf, perField } from './finding';

/** Columns that PostgreSQL adds to every table. */
export const SYSTEM_COLUMNS: readonly string[] = [
  'ctid',
  'xmin',
  'xmax',
  'cmin',
  'cmax',
  'tableoid',
];

export const SYSTEM_COLUMN = 'PostgreSQL has a column of its own under this name';

/** Name under which `columnType` puts the number types of PostgreSQL together. */
export const NUMBER = 'number';

/** Returns the type of a field's column for comparisons, without lengths. All number types count as one. */
export const columnType = (field: AnyField): string => {
  const sized = schemaOf(field).sql(field as Field);
  const [, element = '', list = ''] = /^(.+?)(\[\])?$/.exec(sized.replace(/\(.*\)/, '')) ?? [];
  const type = comparedType(canonicalType(element));
  return `${/^(bigint|real|double precision|numeric)$/.test(type) ? NUMBER : type}${list}`;
};

/** True if the field has a column in the table. */
export const isStored = (fields: Fields, name: string): boolean =>
  fields[name]?.virtual !== true &&
  !coordinateColumns(fields).some((columns) => columns.name === name);

/** Maximum length of a varchar in PostgreSQL, characters. */
const MAX_VARCHAR = 10_485_760;

/** Maximum number of fields. PostgreSQL has up to 1600 columns in a table, and the server adds some. */
const MAX_FIELDS = 1500;

/** Checks the names of fields and, unless a view computes them, that PostgreSQL can store their values. */
export const checkColumns = (entity: AnyEntity): Finding[] => {
  const { name: place, fields, derived } = entity;
  const stored = derived ? [] : storedFields(entity);
  return [
    ...perField(place, fields, (_, name) => ({ [SYSTEM_COLUMN]: SYSTEM_COLUMNS.includes(name) })),
    ...findingsIf(place, {
      [`has ${stored.length} fields with a column: a table has up to ${MAX_FIELDS}`]:
        stored.length > MAX_FIELDS,
    }),
    ...perField(place, Object.fromEntries(stored), checkColumn),
  ];
};

/** Largest value of a column with choices, by type. Texts always fit. */
const MAX_CHOICE: Readonly<Record<string, number>> = {
  integer: 2 ** 31 - 1,
  'bigint[]': Number.MAX_SAFE_INTEGER,
};

const checkColumn = (field: AnyField) => {
  const type = schemaOf(field).sql(field as Field);
  const [, size] = /^varchar\((.+)\)$/.exec(type) ?? [];
  const max = MAX_CHOICE[type];
  const values = max === undefined || !Array.isArray(field.of) ? [] : (field.of as Choices);
  return {
    [`a text with a max has up to ${MAX_VARCHAR} characters, not ${size}`]:
      Number(size) > MAX_VARCHAR,
    ...Object.fromEntries(
      values.map(([value]) => [
        `the choice ${JSON.stringify(value)} ${Number.isInteger(value) ? `does not fit its column of type ${type}` : 'is no whole number'}`,
        !(
          Number.isInteger(value) &&
          Number(value) <= Number(max) &&
          Number(value) >= -Number(max) - 1
        ),
      ]),
    ),
  };
};
