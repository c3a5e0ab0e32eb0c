import { ValidationError } from 'yup';
import { type AnyEntity, type AnyField, appearsIn, type Fields, isBlank } from '../../config';
import type { Label } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { isSecret, rule, titleColumn } from '../../fields';
import { readValue } from '../../fields/filterValue';
import { lineEntity, lineInputs, linePath, linesIn } from '../../fields/lines';
import { recordSchema } from '../../fields/recordSchema';
import { isRecord } from '../../protocol';
import { CIPHER, type LoginKey } from '../auth';
import { type CallValues, invalidInput, ruleLabel, serverLabel } from '../calls/endpoint';

/** Form to which the values belong: it decides which fields are allowed. */
type FormView = 'create' | 'edit';

/** Parsed values, or the errors by field. */
type CheckResult =
  | { readonly values: CallValues }
  | { readonly wrong: Readonly<Record<string, Label>> };

const parseField = (fields: Fields, view: FormView, name: string, input: unknown): ParseResult => {
  const field = ownValue(fields, name);
  if (!field) return { wrong: ruleLabel(rule('unknown')) };
  return appearsIn(field, view) ? parseValue(field, input) : { wrong: serverLabel('notEditable') };
};

/** The first error of each field, as the console's form shows it, in the order of the form. */
const wrongOf = (fields: Fields, error: ValidationError): Record<string, Label> => {
  const errors = error.inner.length > 0 ? error.inner : [error];
  const wrong = new Map<string, Label>();
  for (const { path: yupPath = '', message } of errors) {
    const path = yupPath.replace(/\[(\d+)\]/g, '.$1');
    if (!wrong.has(path)) wrong.set(path, messageOf(message));
  }
  const order = Object.keys(fields);
  const placeOf = (path: string) => order.indexOf(path.replace(/\..*/, ''));
  return Object.fromEntries([...wrong].sort(([one], [other]) => placeOf(one) - placeOf(other)));
};

/**
 * Parses lines from the wire. A line may also have what its list has, such as computed values: they are ignored. An
 * input that a line leaves out keeps its value, or has its initial one.
 * @param stored lines of the record
 */
const parseLines = (
  part: AnyEntity,
  { name, input }: { readonly name: string; readonly input: unknown },
  stored: unknown,
): { readonly lines: CallValues[]; readonly wrong: Record<string, Label> } => {
  const fields: Fields = part.fields;
  const inputs = new Map(lineInputs(part));
  const readOnly = new Set([
    ...Object.keys(fields).filter((inner) => !inputs.has(inner)),
    ...Object.entries(fields).flatMap(([inner, field]) => titleColumn(field, inner) ?? []),
  ]);
  const storedById = new Map(linesIn(stored).map((line) => [line.id, line]));
  const wrong: Record<string, Label> = {};
  if (!Array.isArray(input)) {
    return { lines: [], wrong: isBlank(input) ? {} : { [name]: ruleLabel(rule('lines')) } };
  }
  const ids = new Set<unknown>();
  const lines = input.map((line: unknown, i) => {
    const refuse = (inner: string | undefined, why: Label) => {
      wrong[linePath(name, i, inner)] = why;
    };
    if (!isRecord(line)) {
      refuse(undefined, ruleLabel(rule('lines')));
      return {};
    }
    const { id, ...sent } = line;
    const before = storedById.get(id);
    if (!isBlank(id) && !before) refuse('id', ruleLabel(rule('reference')));
    if (!isBlank(id) && ids.has(id)) refuse('id', ruleLabel(rule('lineTwice')));
    ids.add(id);
    const values: Record<string, unknown> = { ...(!isBlank(id) && { id }) };
    for (const [inner, field] of inputs)
      values[inner] = (before ? before[inner] : field.initial) ?? null;
    for (const [inner, value] of Object.entries(sent)) {
      const field = inputs.get(inner);
      if (!field && readOnly.has(inner)) continue;
      const parsed = field ? parseValue(field, value) : { wrong: ruleLabel(rule('unknown')) };
      if ('wrong' in parsed) refuse(inner, parsed.wrong);
      else values[inner] = parsed.value;
    }
    return values;
  });
  return { lines, wrong };
};

/**
 * Creates a check of values against the rules of the fields, as the console's form does it, for one or many records.
 * @param current the stored record, for conditions on fields that the change leaves alone
 */
export const valuesCheck = (
  fields: Fields,
  view: FormView,
  current?: CallValues,
): ((input: CallValues) => Promise<CheckResult>) => {
  const schema = recordSchema(fields, view, current);
  return async (input) => {
    const wrong: Record<string, Label> = {};
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(input)) {
      const part = lineEntity(ownValue(fields, name));
      if (part) {
        const read = parseLines(part, { name, input: value }, current?.[name]);
        Object.assign(wrong, read.wrong);
        values[name] = read.lines;
        continue;
      }
      const parsed = parseField(fields, view, name, value);
      if ('wrong' in parsed) wrong[name] = parsed.wrong;
      else values[name] = parsed.value;
    }
    if (Object.keys(wrong).length > 0) return { wrong };
    try {
      const checked = await schema.validate(values, { abortEarly: false });
      return { values: { ...values, ...checked } };
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return { wrong: wrongOf(fields, error) };
    }
  };
};

/**
 * Decrypts the passwords of forms, commands and actions. A password in plain text is rejected, because it could have
 * been read on its way.
 * @throws CallError `invalid`
 */
const decrypted = (fields: Fields, input: CallValues, key: LoginKey): CallValues => {
  const secrets = Object.entries(input).filter(
    ([name, value]) => Object.hasOwn(fields, name) && isSecret(fields[name]) && !isBlank(value),
  );
  const open = secrets.filter(([, value]) => typeof value !== 'string' || !CIPHER.test(value));
  if (open.length > 0) {
    throw invalidInput(
      Object.fromEntries(open.map(([name]) => [name, serverLabel('notEncrypted')])),
    );
  }
  const opened = secrets.map(([name, cipher]) => [name, key.decrypt(String(cipher)).trim()]);
  return { ...input, ...Object.fromEntries(opened) };
};

/**
 * Parses the values of a form. Empty values of a new record are left out, so that the initial values apply.
 * @throws CallError `invalid` that names every wrong field
 */
export const parseValues = async (
  fields: Fields,
  view: FormView,
  input: CallValues,
  key: LoginKey,
  current?: CallValues,
): Promise<CallValues> => {
  const check = valuesCheck(fields, view, current);
  const checked = await check(decrypted(fields, input, key));
  if ('wrong' in checked) throw invalidInput(checked.wrong);
  const { values } = checked;
  if (view === 'edit') return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
};

export type ParseResult = { readonly value: unknown } | { readonly wrong: Label };

const MARKED = '@@';

/** Translates a rule's own message. yup's messages are in English and name types, so a general one replaces them. */
const messageOf = (message: string): Label =>
  ruleLabel(message.startsWith(MARKED) ? message : rule('pattern'));

/** Labels the rule that a value breaks. @param message undefined if the value is unreadable */
export const brokenLabel = (message: string | undefined): Label =>
  message === undefined ? serverLabel('unreadable') : messageOf(message);

/** Converts a value from the wire to the form in which records hold it. A blank text becomes null. */
export const parseValue = (field: AnyField, input: unknown): ParseResult => {
  const value = readValue(field, input);
  return value === undefined ? { wrong: brokenLabel(undefined) } : { value };
};

/** Returns a text, or null if there is no value. */
export const textOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value);
