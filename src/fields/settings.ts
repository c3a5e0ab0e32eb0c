import { type Command, type Field, type Fields, isBlank, type Row } from '../config';
import { unitText, withUnit } from '../domain/figures';
import { type Label, type Locale, textOf } from '../domain/label';
import { ownValue } from '../domain/ownValue';
import { fieldText, isSecret, schemaOf } from './schemas';

type Commands = Readonly<Record<string, Command>>;

/** Setting of a lock, identified by the code of its command. */
export interface LockSetting {
  readonly code: string;
  readonly label: Label;
  readonly command: Command;
  /** Arguments of the command, which are the shape of the value. */
  readonly fields: Fields;
  /** True for a list to which commands add. Copying it to another lock adds entries and replaces none. */
  readonly grows: boolean;
  readonly own: boolean;
}

/** Returns the settings of commands, in the order of their declaration. */
export const settingsIn = (commands: object): LockSetting[] =>
  Object.entries(commands as Commands).flatMap(([code, command]) => {
    const { setting } = command;
    if (!setting || !('label' in setting)) return [];
    const grows = setting.how === 'adds';
    const { label, own = false } = setting;
    return [{ code, label, command, fields: command.args, grows, own }];
  });

/** Returns the setting that a command changes; undefined if it changes none, or all. */
export const settingOf = (commands: object, code: string): LockSetting | undefined => {
  const { setting } = ownValue(commands as Commands, code) ?? {};
  const of = setting && 'of' in setting ? setting.of : code;
  return settingsIn(commands).find((each) => each.code === of);
};

export const resetsSettings = (commands: object, code: string): boolean =>
  ownValue(commands as Commands, code)?.setting?.how === 'forgets';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns a setting after a command; undefined if that depends on an unknown value.
 * @param before the previous value, if known
 */
export const settingsAfter = (
  commands: object,
  code: string,
  args: Row,
  before: Row | undefined,
): Row | undefined => {
  const setting = settingOf(commands, code);
  const how = ownValue(commands as Commands, code)?.setting?.how;
  if (!setting || !how) return undefined;
  const each = (change: (name: string) => unknown) =>
    Object.fromEntries(Object.keys(setting.fields).map((name) => [name, change(name)]));
  if (how === 'sets') return valuesIn(setting.fields, args);
  if (how === 'clears') return each(() => []);
  if (!before) return undefined;
  return how === 'adds'
    ? each((name) => [...new Set([...listOf(before[name]), ...listOf(args[name])])])
    : each((name) => listOf(before[name]).filter((item) => !listOf(args[name]).includes(item)));
};

const valuesIn = (fields: Fields, values: Row): Row =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (isBlank(values[name]) ? [] : [[name, values[name]]])),
  );

/** Masks the secrets of a setting for storing and display: `true` if one is set. */
export const maskSecrets = (fields: Fields, values: Row): Row =>
  Object.fromEntries(
    Object.entries(valuesIn(fields, values)).flatMap(([name, value]) => {
      if (!isSecret(fields[name])) return [[name, value]];
      return value === false ? [] : [[name, true]];
    }),
  );

/** Adds known secrets to a report that does not contain them. */
export const keepSecrets = (
  fields: Fields,
  reading: Row,
  reported: object,
  before: Row | null,
): Row => {
  const keptSecrets = Object.entries(before ?? {}).filter(
    ([name]) => isSecret(fields[name]) && !Object.hasOwn(reported, name),
  );
  return { ...reading, ...Object.fromEntries(keptSecrets) };
};

const comparable = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify([...value].map(String).sort()) : JSON.stringify(value);

/** Compares two values of a setting, without secrets and without the order of lists. */
export const equalSettings = (fields: Fields, one: Row, other: Row): boolean =>
  Object.entries(fields).every(
    ([name, field]) =>
      isSecret(field) ||
      (isBlank(one[name]) && isBlank(other[name])) ||
      comparable(one[name]) === comparable(other[name]),
  );

/** True if a setting's value has no secrets, so that it may be shown whole. */
export const isUnsecured = (fields: Fields, values: Row): boolean =>
  Object.entries(fields).every(([name, field]) => !isSecret(field) || isBlank(values[name]));

const SECRET_THERE: Label = ['Set', '已设置'];
const EMPTY_LIST: Label = ['None', '无'];

/** Formats the value of a setting in one line. Parts after the first have their labels. */
export const settingText = (fields: Fields, values: Row, locale: Locale): string => {
  const parts = Object.entries(fields).flatMap(([name, declared]) => {
    const field = declared as Field;
    const value = values[name];
    const isEmpty = isBlank(value) || (Array.isArray(value) && value.length === 0);
    if (isEmpty && Object.keys(fields).length > 1) return [];
    if (isEmpty) return [[field, textOf(EMPTY_LIST, locale)] as const];
    if (isSecret(field)) return [[field, textOf(SECRET_THERE, locale)] as const];
    const unit = schemaOf(field).scale?.(field).unit;
    const text = fieldText(field, name, values, locale);
    return [[field, unit ? withUnit(text, unitText(unit, locale)) : text] as const];
  });
  return parts
    .map(([field, text], i) => (i > 0 ? `${textOf(field.label, locale)} ${text}` : text))
    .join(' · ');
};
