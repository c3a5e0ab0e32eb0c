import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Console,
  type Fields,
  type Related,
} from '../../config';
import { ownValue } from '../../domain/ownValue';
import { kinds, schemaOf } from '../../fields';
import { columnType, NUMBER } from './columns';
import { type Finding, findTwice } from './finding';

/** True if the field has a kind that there is. */
export const isField = (field: AnyField | undefined): field is AnyField =>
  kinds.includes(String(field?.kind));

/** True if a list can be filtered by the field. */
export const isFilter = (field: AnyField | undefined): boolean =>
  field !== undefined &&
  !field.virtual &&
  appearsIn(field, 'filter') &&
  schemaOf(field).filter !== 'none';

/** Type in which a field's values are compared; undefined if there is no such field. */
const valueType = ({ fields }: AnyEntity, name: string): string | undefined => {
  if (name === 'id') return NUMBER;
  const field: AnyField | undefined = ownValue(fields, name);
  if (!isField(field)) return undefined;
  // A filter on a list of keys looks for one of them.
  return columnType(field).replace(/\[\]$/, '');
};

/** Returns why two fields are never equal, as a text and a number; undefined if they can be. */
export const incomparable = (
  [one, name]: readonly [AnyEntity | undefined, string],
  [other, otherName]: readonly [AnyEntity | undefined, string],
): string | undefined => {
  const type = one && valueType(one, name);
  const otherType = other && valueType(other, otherName);
  if (!type || !otherType || type === otherType) return undefined;
  return `${one.name}.${name} is ${type}, ${other.name}.${otherName} is ${otherType}: they are never equal`;
};

/** Codes of the tabs of a detail. */
export const tabCodes = ({ name, related }: AnyEntity, { tabs }: Console): string[] => [
  ...[related].flat().map(({ tabKey, entity }: Related<Fields>) => tabKey ?? entity),
  ...Object.keys(tabs[name] ?? {}),
];

/** Checks that each tab of a detail has a code of its own, and is in one section at most. */
export const checkTabs = (entity: AnyEntity, config: Console): Finding[] => {
  const { name, sections } = entity;
  const sectionTabs = (sections as AnyEntity['sections']).flatMap(({ tabs }) => tabs);
  return [
    ...findTwice(
      `${name}.related.`,
      tabCodes(entity, config),
      'two tabs have this code: name a tabKey',
    ),
    ...findTwice(`${name}.sections.`, sectionTabs, 'stands in two sections'),
  ];
};
