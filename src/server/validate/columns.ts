import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Choices,
  type Console,
  type Field,
  type Fields,
  type Related,
} from '../../config';
import { ownValue } from '../../domain/ownValue';
import { exactName, kinds, periodName, rangeNames, schemaOf } from '../../fields';
import { canonicalType, comparedType } from '../db';
import type { Problems } from './finding';

/** Name under which `columnType` puts the number types of PostgreSQL together. */
export const NUMBER = 'number';

/** Returns the type of a field's column for comparisons, without lengths. All number types count as one. */
export const columnType = (field: AnyField): string => {
  const sized = schemaOf(field).sql(field as Field);
  const [, element = '', list = ''] = /^(.+?)(\[\])?$/.exec(sized.replace(/\(.*\)/, '')) ?? [];
  const type = comparedType(canonicalType(element));
  return `${/^(bigint|real|double precision|numeric)$/.test(type) ? NUMBER : type}${list}`;
};

/** True if the field has a kind that there is. */
export const isField = (field: AnyField | undefined): field is AnyField =>
  kinds.includes(String(field?.kind));

/** True if a list can be filtered by the field. */
export const isFilter = (field: AnyField | undefined): boolean =>
  field !== undefined &&
  !field.virtual &&
  appearsIn(field, 'filter') &&
  schemaOf(field).filter !== 'none';

/** Filter names of the fields in a list call of our server. */
export const listFilters = (fields: Fields): ReadonlySet<string> =>
  new Set(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!isField(field) || !isFilter(field)) return [];
      const { from, to } = rangeNames(name);
      if (schemaOf(field).filter !== 'range') return [name, exactName(fields, name)];
      return [name, from, to, ...(field.kind === 'datetime' ? [periodName(name)] : [])];
    }),
  );

/** Codes of the tabs of a detail. */
export const tabCodes = ({ name, related }: AnyEntity, { tabs }: Console): string[] => [
  ...[related].flat().map(({ tabKey, entity }: Related<Fields>) => tabKey ?? entity),
  ...Object.keys(tabs[name] ?? {}),
];

/** Type in which a field's values are compared; undefined if there is no such field. */
const valueType = ({ fields }: AnyEntity, name: string): string | undefined => {
  if (name === 'id') return NUMBER;
  const field: AnyField | undefined = ownValue(fields, name);
  // A filter on a list of keys looks for one of them.
  return isField(field) ? columnType(field).replace(/\[\]$/, '') : undefined;
};

/** Finds two fields that are never equal, as a text and a number. */
export const typeProblems = (
  [one, name]: readonly [AnyEntity | undefined, string],
  [other, otherName]: readonly [AnyEntity | undefined, string],
): Problems => {
  const type = one && valueType(one, name);
  const otherType = other && valueType(other, otherName);
  return type && otherType && type !== otherType
    ? { types: [`${one.name}.${name}`, type, `${other.name}.${otherName}`, otherType] }
    : {};
};

/** Maximum length of a varchar in PostgreSQL, characters. */
const MAX_VARCHAR = 10_485_760;

/** Largest value of a column with choices, by type. Texts always fit. */
const MAX_CHOICE: Readonly<Record<string, number>> = {
  integer: 2 ** 31 - 1,
  'bigint[]': Number.MAX_SAFE_INTEGER,
};

/** Checks that PostgreSQL can store the values of a field. */
export const columnProblems = (field: AnyField): Problems => {
  const type = schemaOf(field).sql(field as Field);
  const [, size] = /^varchar\((.+)\)$/.exec(type) ?? [];
  const max = MAX_CHOICE[type];
  const fits = (value: number) =>
    Number.isInteger(value) && value <= Number(max) && value >= -Number(max) - 1;
  const choices = max === undefined || !Array.isArray(field.of) ? [] : (field.of as Choices);
  const wrong = choices.find(([value]) => !fits(value as number));
  return {
    length: Number(size) > MAX_VARCHAR && [MAX_VARCHAR, size],
    choiceColumn: wrong && [JSON.stringify(wrong[0]), type],
  };
};
