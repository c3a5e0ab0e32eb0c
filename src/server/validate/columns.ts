import type { AnyEntity, AnyField, Choices, Field, Fields } from '../../config';
import { coordinateColumns, schemaOf } from '../../fields';
import { canonicalType, comparedType, storedFields } from '../db';
import { type Finding, findingIf } from './finding';

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
    ...Object.keys(fields as Fields).flatMap((name) =>
      findingIf(SYSTEM_COLUMNS.includes(name), `${place}.${name}`, SYSTEM_COLUMN),
    ),
    ...findingIf(
      stored.length > MAX_FIELDS,
      place,
      `has ${stored.length} fields with a column: a table has up to ${MAX_FIELDS}`,
    ),
    ...stored.flatMap(([name, field]) => checkColumn(`${place}.${name}`, field)),
  ];
};

const checkColumn = (place: string, field: AnyField): Finding[] => {
  const type = schemaOf(field).sql(field as Field);
  const [, size] = /^varchar\((.+)\)$/.exec(type) ?? [];
  return [
    ...findingIf(
      Number(size) > MAX_VARCHAR,
      place,
      `a text with a max has up to ${MAX_VARCHAR} characters, not ${size}`,
    ),
    ...checkStoredChoices(place, field, type),
  ];
};

/** Largest value of a column with choices, by type. */
const MAX_CHOICE: Readonly<Record<string, number>> = {
  integer: 2 ** 31 - 1,
  'bigint[]': Number.MAX_SAFE_INTEGER,
};

/** Checks that the column can hold the choices. Texts always fit. */
const checkStoredChoices = (place: string, { of }: AnyField, type: string): Finding[] => {
  const max = MAX_CHOICE[type];
  if (max === undefined || !Array.isArray(of)) return [];
  return (of as Choices).flatMap(([value]) => {
    const choice = `the choice ${JSON.stringify(value)}`;
    if (!Number.isInteger(value)) return [{ place, text: `${choice} is no whole number` }];
    const isBeyond = Number(value) > max || Number(value) < -max - 1;
    return findingIf(isBeyond, place, `${choice} does not fit its column of type ${type}`);
  });
};
