import type {
  AnyEntity,
  AnyField,
  Command,
  Console,
  Fields,
  Operation,
  SetValue,
} from '../../config';
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
  const { to, text } = notifies ?? {};
  const addressee = typeof to === 'object' && 'field' in to ? to.field : undefined;
  const named = (text ?? []).flatMap((each) =>
    [...each.matchAll(/%\{(\w+)\}/g)].map(([, name = '']) => name),
  );
  const unknownField = named.find((name) => !(name in fields));
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
    addressee: addressee !== undefined &&
      !['oper', 'org'].includes(String(fields[addressee]?.of)) && [addressee],
    textField: unknownField !== undefined && [unknownField],
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
  return {
    setsKind: otherKind,
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
