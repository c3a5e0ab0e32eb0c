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
import { type Locale, langueOf, locales } from '../../../domain/label';
import { isRelevant, isSecret, schemaOf, titleColumn } from '../../../fields';
import type { Values } from '../../../fields/views/form';
import type { OperVO } from '../../../protocol';
import { type NamedField, namedFields } from '../../app/record';

/**
 * Returns the rows of a form, one per entry of `entity.form`, with the fields that take part in the view. Empty rows
 * are left out.
 */
export const formRows = (entity: AnyEntity, view: FormView): NamedField[][] =>
  (entity.form as readonly (string | readonly string[])[])
    .map((entry) =>
      namedFields(entity, [entry].flat()).filter(({ field }) => appearsIn(field, view)),
    )
    .filter((row) => row.length > 0);

/** Splits the rows of a new record's form into those in view and those behind More. */
export const splitRows = ({ more }: AnyEntity, rows: readonly NamedField[][]) => {
  const names: readonly string[] = more;
  const pick = (isBehind: boolean) =>
    rows
      .map((row) => row.filter(({ name }) => names.includes(name) === isBehind))
      .filter((row) => row.length > 0);
  return { first: pick(false), rest: pick(true) };
};

/**
 * Returns the initial values of the inputs, from the record or from the defaults of a new one. Absent values are null.
 * @param presetValues values that a new record has because of the place where it is created
 */
export const startValues = (
  rows: readonly NamedField[][],
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

/** Returns a reference in the form that rows have: the id, and the title in its column. */
const referring = (name: string, field: AnyField, id: unknown, title: unknown): Row => {
  const column = titleColumn(field, name);
  return { [name]: id, ...(column !== undefined && { [column]: title }) };
};

/**
 * Returns the operator's own organisation, with its name, as default for a required organisation field. Empty if the
 * field is optional, or if the server's organisations have no ids.
 */
export const defaultOrganisation = (
  { fields, scope }: AnyEntity,
  { orgVO }: Pick<OperVO, 'orgVO'>,
): Row => {
  const field: AnyField | undefined = fields[scope];
  if (!field?.required || isBlank(orgVO?.id)) return {};
  return referring(scope, field, orgVO.id, orgVO.org_name);
};

/**
 * Returns the operator's own role, with its name, for the fields that are declared to start with it. Empty if the
 * server does not tell the role.
 */
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

/** Returns the reader's language for the fields whose declared initial value is a language. */
export const defaultLanguage = ({ fields }: Pick<AnyEntity, 'fields'>, locale: Locale): Row =>
  Object.fromEntries(
    Object.entries(fields as Fields)
      .filter(([, { initial }]) => locales.some((each) => langueOf(each) === initial))
      .map(([name]) => [name, langueOf(locale)]),
  );

/** Deep equality as JSON; undefined equals null. */
export const equalValues = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the changed values. Fixed and unchanged fields are left out. */
export const dirtyValues = (rows: readonly NamedField[][], values: Values, start: Values): Values =>
  pickValues(
    values,
    rows
      .flat()
      .filter(({ name, field }) => !field.fixed && !equalValues(values[name], start[name])),
  );

export const pickValues = (values: Values, fields: readonly NamedField[]): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name]]));

export const nonEmptyValues = (rows: readonly NamedField[][], values: Values): Values =>
  pickValues(
    values,
    rows.flat().filter(({ name }) => (values[name] ?? null) !== null),
  );

/** Returns the values that an unfinished form would send: filled in and relevant, without secrets. */
export const visibleValues = (rows: readonly NamedField[][], values: Values): Values => {
  const relevantRows = rows.map((row) =>
    row.filter(({ field }) => !isSecret(field) && isRelevant(field, values)),
  );
  return nonEmptyValues(relevantRows, values);
};

export const saveWarnings = (rows: readonly NamedField[][], values: Values): readonly Label[] =>
  rows.flat().flatMap(({ name, field }) => {
    const warning = isRelevant(field, values) && schemaOf(field).saveWarning?.(values[name]);
    return warning ? [warning] : [];
  });

export type { Values };

export type FormView = 'create' | 'edit';

const loadRules = () => import('./rules');

/**
 * Returns the validation of a form: the server's schema for the visible fields, and the entity's own check across
 * fields. An error of a single field has precedence over one of the check. All errors are returned at once.
 * @param record values of the record besides the inputs
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
  const { states } = entity;
  const start = view === 'create' && states ? { [states.field]: states.start } : {};
  // Fetched while the form is filled in; a fetch that fails is repeated by the validation.
  void loadRules().catch(() => undefined);
  return async (values, context, options) => {
    const { checked, rulesOf } = await loadRules();
    const result = await rulesOf(fields, view, record)(values, context, options);
    const crossErrors = checked(
      entity,
      { ...record, ...start, ...values, ...result.values },
      names,
    );
    const errors = { ...crossErrors, ...result.errors };
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : result;
  };
};
