import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Field,
  type Fields,
  isBlank,
  type Label,
  type Row,
} from '../../../config';
import { isRelevant, isSecret, labelMessage, schemaOf, titleColumn } from '../../../fields';
import type { Values } from '../../../fields/form';
import { recordSchema } from '../../../fields/recordSchema';
import type { OperVO } from '../../../protocol';
import { splitCoordinates } from '../../data';
import { fieldOf } from '../fieldsOf';

export interface FormFieldEntry {
  readonly name: string;
  readonly field: Field;
}

/** The rows of a form: each entry of `entity.form` one row, with the fields that take part; empty rows left out. */
export const formRows = (entity: AnyEntity, view: FormView): FormFieldEntry[][] =>
  (entity.form as readonly (string | readonly string[])[])
    .map((entry) =>
      (typeof entry === 'string' ? [entry] : entry).flatMap((name): FormFieldEntry[] => {
        const field = fieldOf(entity, name);
        return field && appearsIn(field, view) ? [{ name, field }] : [];
      }),
    )
    .filter((row) => row.length > 0);

/**
 * What the inputs hold at first: the record's values, or what a new record starts with. Nothing is null.
 * @param presetValues values that a new record has because of where it is made
 */
export const startValues = (
  rows: readonly FormFieldEntry[][],
  record: Row | undefined,
  presetValues: Row = {},
): Values =>
  Object.fromEntries(
    rows
      .flat()
      .map(({ name, field }) => [
        name,
        (record
          ? record[name]
          : (presetValues[name] ?? schemaOf(field).own?.() ?? field.initial)) ?? null,
      ]),
  );

/** A reference as a row brings it: the id, and the title in its column. */
const referring = (name: string, field: AnyField, id: unknown, title: unknown): Row => {
  const column = titleColumn(field, name);
  return { [name]: id, ...(column !== undefined && { [column]: title }) };
};

/**
 * Whose a new record is where it has to be somebody's, until its maker says otherwise: their own organisation's, with
 * its name, so that nobody asks for it. Nothing of a server whose organisations have no ids.
 */
export const defaultOrganisation = (
  { fields, scope }: AnyEntity,
  { orgVO }: Pick<OperVO, 'orgVO'>,
): Row => {
  const field: AnyField | undefined = fields[scope];
  if (!field?.required || isBlank(orgVO?.id)) return {};
  return referring(scope, field, orgVO.id, orgVO.org_name);
};

/** What is declared to begin with its maker's own role, with its name. Nothing of a server that does not tell it. */
export const defaultRole = (
  { fields }: Pick<AnyEntity, 'fields'>,
  { role_id, roleName }: Pick<OperVO, 'role_id' | 'roleName'>,
): Row => {
  if (isBlank(role_id)) return {};
  const roleFields = Object.entries(fields as Fields).filter(
    ([, field]) => (field as Field<'refTree'>).mine,
  );
  return Object.assign(
    {},
    ...roleFields.map(([name, field]) => referring(name, field, role_id, roleName ?? role_id)),
  );
};

/** Equal to whoever looks at it. */
export const equalValues = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a form changed of a record; a field that cannot be changed, or that the reader left alone, is not sent. */
export const dirtyValues = (
  rows: readonly FormFieldEntry[][],
  values: Values,
  start: Values,
): Values =>
  Object.fromEntries(
    rows
      .flat()
      .filter(({ name, field }) => !field.fixed && !equalValues(values[name], start[name]))
      .map(({ name }) => [name, values[name]]),
  );

/** What a new record is made of: every input that was filled in. */
export const nonEmptyValues = (rows: readonly FormFieldEntry[][], values: Values): Values =>
  Object.fromEntries(
    rows
      .flat()
      .filter(({ name }) => values[name] !== null && values[name] !== undefined)
      .map(({ name }) => [name, values[name]]),
  );

/** What a form that is not finished would send: what is asked for and filled in, without secrets. */
export const visibleValues = (rows: readonly FormFieldEntry[][], values: Values): Values => {
  const relevantRows = rows.map((row) =>
    row.filter(({ field }) => !isSecret(field) && isRelevant(field, values)),
  );
  return nonEmptyValues(relevantRows, values);
};

export type { Values };

/** What a form asks for: a new record or a change of one. */
export type FormView = 'create' | 'edit';

const checked = (entity: AnyEntity, values: Values, names: ReadonlySet<string>) => {
  const columns = splitCoordinates(entity.fields, values);
  const refused: Readonly<Record<string, Label | undefined>> =
    entity.check?.({ ...values, ...columns } as never) ?? {};
  return Object.fromEntries(
    Object.entries(refused).flatMap(([name, label]) =>
      label && names.has(name) ? [[name, { type: 'check', message: labelMessage(label) }]] : [],
    ),
  );
};

/**
 * The rules of a form: the schema the server judges by, cut down to the fields the form shows, and the entity's own
 * check of several together. What is wrong with a value by itself comes first; all of it is told at once.
 * @param record what is known of the record besides the inputs
 */
export const resolverOf = (
  entity: AnyEntity,
  view: FormView,
  visibleFields: readonly string[],
  record?: Row,
): Resolver<Values> => {
  const names = new Set(visibleFields);
  const fields = Object.fromEntries(
    Object.entries(entity.fields as Fields).filter(([name]) => names.has(name)),
  );
  const rules = yupResolver(
    recordSchema(fields, view, record) as never,
  ) as unknown as Resolver<Values>;
  return async (values, context, options) => {
    const result = await rules(values, context, options);
    const crossErrors = checked(entity, { ...record, ...values, ...result.values }, names);
    const errors = { ...crossErrors, ...result.errors };
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : result;
  };
};
