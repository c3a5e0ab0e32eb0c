import {
  type AnyEntity,
  type AnyField,
  type Console,
  type Fields,
  flatMenus,
  type Operation,
} from '../../config';
import { kinds } from '../../fields';
import { type Finding, findingIf } from './finding';

/**
 * Checks what the types of declarations demand, for declarations that the compiler has not seen. Without it the server
 * would stop at the first use.
 */
export const checkShapes = ({ entities, reports, menus, tabs, pages }: Console): Finding[] => [
  ...entities.flatMap((entity) => [
    ...checkLabel(entity.name, entity.label),
    ...checkLists(entity.name, entity, ENTITY_LISTS),
    ...checkLists(`${entity.name}.side`, entity.side ?? {}, ['place', 'extra']),
    ...checkFieldShapes(entity.name, entity.fields),
    ...operationsOf(entity).flatMap(([code, { label, args, when }]) => [
      ...checkLabel(`${entity.name}.${code}`, label),
      ...checkConditionShape(`${entity.name}.${code}`, when),
      ...checkFieldShapes(`${entity.name}.${code}`, args),
    ]),
  ]),
  ...Object.entries(pages).flatMap(([url, page]: [string, unknown]) =>
    findingIf(page === undefined || page === null, `page ${url}`, 'is no page'),
  ),
  ...reports.flatMap(({ name, label, columns, measures }) => [
    ...checkLabel(`report ${name}`, label),
    ...checkFieldShapes(`report ${name}`, columns),
    ...Object.entries(measures).flatMap(([code, measure]) =>
      checkFieldShapes(`report ${name}`, { [code]: measure?.field }),
    ),
  ]),
  ...flatMenus(menus).flatMap(({ code, label }) => checkLabel(`menu ${code}`, label)),
  ...Object.entries(tabs).flatMap(([entity, own]) =>
    Object.entries(own).flatMap(([code, { label }]) => checkLabel(`${entity}.${code}`, label)),
  ),
];

const operationsOf = ({ commands, actions }: AnyEntity): [string, Operation][] => [
  ...Object.entries<Operation>(commands),
  ...Object.entries<Operation>(actions),
];

/** Options of an entity that are lists. */
const ENTITY_LISTS = [
  'list',
  'columns',
  'card',
  'filter',
  'form',
  'sort',
  'counts',
  'chart',
  'head',
  'related',
  'sections',
];

const checkLists = (place: string, declared: object, options: readonly string[]): Finding[] =>
  options.flatMap((option) => {
    const value = (declared as Readonly<Record<string, unknown>>)[option];
    return findingIf(
      value !== undefined && !Array.isArray(value),
      place,
      `${option} must be a list, not ${JSON.stringify(value)}`,
    );
  });

/** Checks that a condition gives each field a list of values, or the number that it must exceed. */
const checkConditionShape = (place: string, when: object | undefined): Finding[] =>
  Object.entries(when ?? {}).flatMap(([name, condition]: [string, unknown]) =>
    findingIf(
      !Array.isArray(condition) && (typeof condition !== 'object' || condition === null),
      place,
      `when: ${name} needs a list of values or { above }, not ${JSON.stringify(condition)}`,
    ),
  );

const checkLabel = (place: string, label: unknown): Finding[] =>
  findingIf(label === undefined || label === null, place, 'has no label');

const checkFieldShapes = (place: string, fields: Fields): Finding[] =>
  Object.entries(fields).flatMap(([name, field]) => checkFieldShape(`${place}.${name}`, field));

/** Kinds whose subject is a table of choices. */
const TABLE_KINDS = ['choice', 'choices'];

const checkFieldShape = (place: string, field: AnyField | undefined): Finding[] => {
  if (!kinds.includes(String(field?.kind))) {
    const text = field?.kind === undefined ? 'is no field' : `there is no field kind ${field.kind}`;
    return [{ place, text }];
  }
  const { label, pattern } = field as AnyField & { readonly pattern?: unknown };
  const { of, when, helpWhen } = field as AnyField & { readonly of?: unknown };
  const needsTable = TABLE_KINDS.includes(String(field?.kind));
  return [
    ...checkLabel(place, label),
    ...checkConditionShape(place, when),
    ...checkConditionShape(place, helpWhen),
    ...findingIf(
      needsTable && !(Array.isArray(of) && of.every(Array.isArray)),
      place,
      `needs a table of choices, not ${JSON.stringify(of)}`,
    ),
    ...findingIf(
      pattern !== undefined && !(pattern instanceof RegExp),
      place,
      `pattern must be a regular expression, not ${JSON.stringify(pattern)}`,
    ),
  ];
};
