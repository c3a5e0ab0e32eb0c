import type { AnyEntity, AnyField, Console, Fields } from '../../config';
import { lineEntity, linesOf } from '../../fields/lines';
import { schemaOf } from '../../fields/schemas';
import { LINE_COLUMNS } from '../db';
import type { Problems } from './finding';

/** Options that need calls, a list or a detail of the entity's own. */
const OWN_OPTIONS = ['states', 'stamps', 'actions', 'commands', 'record', 'preview', 'counts'];

const isSet = (value: unknown): boolean =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
    ? Object.keys(value as object).length > 0
    : Boolean(value);

/** Checks an entity whose records are lines of others. */
export const partProblems = (entity: AnyEntity, { entities }: Console): Problems => {
  const { name, partOf } = entity;
  if (partOf === undefined) return {};
  const parent = entities.find((each) => each.name === partOf);
  // An unknown parent has an error of its own.
  const isAlone = parent && linesOf(parent).every(([, part]) => part.name !== name);
  const options: Readonly<Record<string, unknown>> = { ...entity };
  const own = [...OWN_OPTIONS, 'derived'].find((option) => isSet(options[option]));
  const kind = Object.entries(entity.fields as Fields).find(([, field]) => !isLineKind(field));
  const clash = [...Object.values(LINE_COLUMNS), 'org_id'].find((each) => each in entity.fields);
  return {
    partOfItself: partOf === name,
    partAlone: partOf !== name && isAlone && [partOf],
    linesOption: (own !== undefined || entity.verbs.length > 0) && [own ?? 'verbs'],
    linesKind: kind && [kind[0], kind[1].kind],
    linesName: clash !== undefined && [clash],
  };
};

/** True if a line can have the kind: one whose value is stored with the line alone. */
const isLineKind = (field: AnyField): boolean => {
  const { secret, uploads } = schemaOf(field);
  return !secret && !uploads && !['series', 'lines', 'grants', 'lngLat'].includes(field.kind);
};

/** Checks a field with lines, and one that refers to lines of others. */
export const linesProblems = (
  field: AnyField,
  name: string,
  entity: AnyEntity,
  { entities }: Console,
): Problems => {
  const target = entities.find((each) => each.name === field.of);
  if (schemaOf(field).references && target?.partOf !== undefined) return { partRead: [field.of] };
  if (field.kind !== 'lines') return {};
  const part = lineEntity(field);
  if (!part || !entities.some((each) => each.name === part.name))
    return { target: [part?.name ?? String(field.of)] };
  const [twice] =
    linesOf(entity).find(([other, each]) => other !== name && each.name === part.name) ?? [];
  return {
    linesOf: part.partOf !== entity.name && [part.name],
    linesTwice: twice !== undefined && [part.name, twice],
  };
};
