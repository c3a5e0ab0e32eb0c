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
export const checkShapes = ({ entities, reports, menus, tabs }: Console): Finding[] => [
  ...entities.flatMap((entity) => [
    ...checkLabel(entity.name, entity.label),
    ...checkFieldShapes(entity.name, entity.fields),
    ...operationsOf(entity).flatMap(([code, { label, args }]) => [
      ...checkLabel(`${entity.name}.${code}`, label),
      ...checkFieldShapes(`${entity.name}.${code}`, args),
    ]),
  ]),
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

const checkLabel = (place: string, label: unknown): Finding[] =>
  findingIf(label === undefined || label === null, place, 'has no label');

const checkFieldShapes = (place: string, fields: Fields): Finding[] =>
  Object.entries(fields).flatMap(([name, field]) => checkFieldShape(`${place}.${name}`, field));

const checkFieldShape = (place: string, field: AnyField | undefined): Finding[] => {
  if (!kinds.includes(String(field?.kind))) {
    const text = field?.kind === undefined ? 'is no field' : `there is no field kind ${field.kind}`;
    return [{ place, text }];
  }
  const { label, pattern } = field as AnyField & { readonly pattern?: unknown };
  return [
    ...checkLabel(place, label),
    ...findingIf(
      pattern !== undefined && !(pattern instanceof RegExp),
      place,
      `pattern must be a regular expression, not ${JSON.stringify(pattern)}`,
    ),
  ];
};
