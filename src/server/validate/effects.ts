import {
  type AnyEntity,
  type AnyField,
  type Command,
  type Console,
  type Fields,
  isBlank,
  type Operation,
  type SetValue,
  type Warning,
} from '../../config';
import { DAY } from '../../domain/duration';
import { localTime } from '../../domain/figures';
import { readValue } from '../../fields/filterValue';
import { isDay } from '../../fields/kinds/date.schema';
import { ruleOf } from '../../fields/recordSchema';
import { argumentOf, placeholderField } from '../entities';
import { columnType } from './columns';
import { refuses } from './fields';
import { duplicateTexts, type Problems } from './finding';

/** Checks what an action does by its declaration. */
export const effectProblems = (
  { args, sets, sends, notifies }: Operation,
  entity: AnyEntity,
  { entities }: Console,
): Problems => {
  const fields: Fields = entity.fields;
  const commands = entities.flatMap((each) => Object.entries<Command>(each.commands));
  const sent = commands.flatMap(([code, each]) => (code === sends?.command ? [each] : []));
  const needed = sent.flatMap((each) =>
    Object.entries(each.args).flatMap(([name, { required }]) => (required ? [name] : [])),
  );
  return {
    ...setProblems(sets ?? {}, entity, args),
    commandArgs: needed.length > 0 && [sends?.command, needed.join(', ')],
    commandTyped: sent.some(({ typed }) => typed === 'always') && [sends?.command],
    noLock: sends && fields[sends.lock]?.of !== 'device' && [sends.lock],
    ...(notifies && messageProblems(notifies, entity)),
  };
};

/** Checks the recipients and the text of a message about a record. */
export const messageProblems = (
  { to, text }: NonNullable<Operation['notifies']>,
  entity: AnyEntity,
): Problems => {
  const fields: Fields = entity.fields;
  const addressee = typeof to === 'object' && 'field' in to ? to.field : undefined;
  const named = [text ?? []]
    .flat()
    .flatMap((each) => [...String(each).matchAll(/%\{(\w+)\}/g)].map(([, name = '']) => name));
  const unknownField = named.find((name) => !Object.hasOwn(fields, name));
  return {
    addressee: addressee !== undefined &&
      !['oper', 'org'].includes(String(fields[addressee]?.of)) && [addressee],
    noRole: typeof to === 'object' && 'role' in to && String(to.role).trim() === '',
    textField: unknownField !== undefined && [unknownField],
  };
};

/** Checks the warning of a date. */
export const warningProblems = (warning: Warning, name: string, entity: AnyEntity): Problems => {
  const field: AnyField | undefined = entity.fields[name];
  const days: readonly unknown[] = [warning.before].flat();
  const isDeclining = days.every((each, i) => i === 0 || Number(each) < Number(days[i - 1]));
  const isWhole = days.every((each) => Number.isInteger(each) && Number(each) >= 0);
  return {
    ...messageProblems(warning, entity),
    unknown: field === undefined && [name, 'field'],
    noDate: field &&
      (!['date', 'datetime'].includes(field.kind) || field.virtual === true) && [name],
    warningDays: (days.length === 0 || !isWhole || !isDeclining) && [
      JSON.stringify(warning.before),
    ],
  };
};

/** Finds an argument that is kept nowhere. */
export const unusedArguments = ({ args, sets = {} }: Operation): Problems => {
  const used = Object.values(sets).map(argumentOf);
  const unused = Object.keys(args).find((name) => !used.includes(name));
  return { argumentUnused: unused !== undefined && [unused] };
};

/** Entities with the same ids as another. */
const SAME_RECORDS: Readonly<Record<string, string>> = { colleague: 'oper' };

/** True if a field cannot hold the values of another: they are of another type, or refer to other records. */
const isOfOtherKind = (field: AnyField, source: AnyField): boolean => {
  const [target, origin] = [field.of, source.of].map((of) =>
    typeof of === 'string' ? (SAME_RECORDS[of] ?? of) : undefined,
  );
  return columnType(field) !== columnType(source) || Boolean(target && origin && target !== origin);
};

/** Longest text that is tried. */
const MAX_TRIED = 100_000;

/** Returns values at and around the limits of fields, one of which may accept what the other refuses. */
const triedValues = (fields: readonly AnyField[]): unknown[] => {
  const limits = fields.flatMap((field) => {
    const { min, max } = field as { readonly min?: unknown; readonly max?: unknown };
    return [min, max].filter((limit) => !isBlank(limit));
  });
  const numbers = [0, ...limits.map(Number).filter(Number.isFinite)];
  const choices = fields.flatMap(({ of }) =>
    Array.isArray(of) ? of.map((choice) => [choice].flat()[0]) : [],
  );
  const days = limits.map(String).filter(isDay).map(Date.parse);
  return [
    ...choices.flatMap((value) => [value, [value]]),
    ...numbers
      .map(Math.ceil)
      .filter((length) => length >= 0 && length < MAX_TRIED)
      .flatMap((length) =>
        ['x', '1'].flatMap((text) => [text.repeat(length), text.repeat(length + 1)]),
      ),
    ...numbers.flatMap((limit) => [limit, limit - 1, limit + 1, limit - 0.5, limit + 0.5]),
    // Decimal places, and digits before the point.
    ...numbers.flatMap((limit) =>
      Array.from({ length: 10 }, (_, i) => `${Math.trunc(limit)}.${'0'.repeat(i)}1`),
    ),
    ...Array.from({ length: 20 }, (_, i) => '9'.repeat(i + 1)),
    ...days.flatMap((at) => [-1, 1].map((by) => localTime(at + by * DAY, 'UTC').slice(0, 10))),
    ...['0001-01-01', '9999-12-31', Date.UTC(9999, 0), true, false],
  ];
};

/** Returns a value that an argument accepts and a field refuses; undefined if none was found. */
const refusedOf = (field: AnyField, argument: AnyField): string | undefined => {
  const refused = triedValues([field, argument]).find((tried) => {
    const value = readValue(argument, tried);
    if (isBlank(value) || refuses(argument, value)) return false;
    return !ruleOf(field).isValidSync(readValue(field, value));
  });
  if (refused === undefined) return undefined;
  const text = JSON.stringify(refused);
  return text.length > 24 ? `${String(refused).length} characters` : text;
};

/** Checks the values of `sets`, or of `stamps`, which have no arguments. */
export const setProblems = (
  sets: Readonly<Record<string, SetValue | undefined>>,
  { fields, states }: AnyEntity,
  args: Fields = {},
): Problems => {
  const entries = Object.entries(sets);
  const wrongArgument = entries.find(([, value]) => {
    const name = argumentOf(value);
    return name !== undefined && !(name in args);
  });
  const wrongValue = entries.find(([name, value]) => {
    if (argumentOf(value) !== undefined || placeholderField(value)) return false;
    const field: AnyField | undefined = fields[name];
    if (value === null) return field?.required === true;
    return field !== undefined && (/^@/.test(String(value)) || refuses(field, value));
  });
  const otherKind = entries.find(([name, value]) => {
    const field: AnyField | undefined = fields[name];
    const argument = argumentOf(value);
    const source: AnyField | undefined =
      argument === undefined ? placeholderField(value) : args[argument];
    return field !== undefined && source !== undefined && isOfOtherKind(field, source);
  });
  const [wider] = entries.flatMap(([name, value]) => {
    const field: AnyField | undefined = fields[name];
    const source = args[argumentOf(value) ?? ''];
    if (!field || !source || isOfOtherKind(field, source)) return [];
    const refused = refusedOf(field, source);
    return refused === undefined ? [] : [[name, value, refused]];
  });
  return {
    setsKind: otherKind,
    setsWider: wider,
    setsState: states !== undefined && states.field in sets && [states.field],
    setsArgument: wrongArgument,
    setsValue: wrongValue && [wrongValue[0], JSON.stringify(wrongValue[1])],
  };
};

/**
 * Finds a label that two fields have in one list or form, or two operations. Fields with a `when` may stand in for each
 * other.
 */
export const equalLabels = (entity: AnyEntity): Problems => {
  const { fields, form, columns, commands, actions } = entity;
  const labelsOf = (names: readonly string[]) =>
    names.flatMap((name) => (fields[name]?.when ? [] : [fields[name]?.label]));
  const [twice] = [form.flat(), columns].flatMap((names) =>
    duplicateTexts(labelsOf([...new Set(names)])),
  );
  const operations = [...Object.values<Operation>(commands), ...Object.values<Operation>(actions)];
  const [operation] = duplicateTexts(operations.map(({ label }) => label));
  return {
    labelTwice: twice !== undefined && [twice],
    operationTwice: operation !== undefined && [operation],
  };
};
