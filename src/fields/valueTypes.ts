import {
  type Choices,
  type ChoiceTable,
  choices,
  expressionOf,
  type FunctionName,
  type Slot,
  slot,
  takings,
} from '../config';
import { locales } from '../domain/label';
import { ownValue } from '../domain/ownValue';
import type { OptionType } from './description';

export type Data = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Data =>
  Object.prototype.toString.call(value) === '[object Object]';

const isText = (value: unknown): value is string => typeof value === 'string';

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const isScalar = (value: unknown): boolean =>
  isText(value) || isNumber(value) || typeof value === 'boolean';

const isJson = (value: unknown): boolean =>
  value === null ||
  isScalar(value) ||
  (Array.isArray(value) && value.every(isJson)) ||
  (isObject(value) && Object.values(value).every(isJson));

const isLabel = (value: unknown): boolean =>
  Array.isArray(value) && value.length === locales.length && value.every(isText);

const isPattern = (value: unknown): boolean => {
  try {
    const { pattern, flags, ...rest } = value as { pattern: string; flags?: string };
    return isText(new RegExp(pattern, flags).source) && isText(pattern) && isEmpty(rest);
  } catch {
    return false;
  }
};

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

const isTable = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { values, tones = {}, forms = {}, signs = {}, ...rest } = value;
  return (
    Array.isArray(values) &&
    values.every((row) => Array.isArray(row) && isKey(row[0]) && isLabel(row.slice(1))) &&
    [tones, forms, signs].every((names) => isObject(names) && Object.values(names).every(isText)) &&
    isEmpty(rest)
  );
};

const isKey = (value: unknown): boolean => isText(value) || isNumber(value);

/** Numbers of arguments. `is` takes one value or more. */
const ARGUMENTS: Readonly<Record<FunctionName, number>> = {
  '+': 2,
  '-': 2,
  '*': 2,
  '/': 2,
  '>': 2,
  '>=': 2,
  '<': 2,
  '<=': 2,
  rounded: 2,
  orElse: 2,
  daysTo: 2,
  plusDays: 2,
  is: 2,
  and: 2,
  or: 2,
  filled: 1,
  not: 1,
  today: 0,
  now: 0,
};

const isTaking = ({ lines, take, each, ...rest }: Data): boolean =>
  isText(lines) &&
  takings.some((name) => name === take) &&
  (isFormula(each) || (each === undefined && take === 'count')) &&
  isEmpty(rest);

const isFormula = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if ('lines' in value) return isTaking(value);
  const { value: constant, field, of, line, fn, args, ...rest } = value;
  const members = Object.keys(value).sort().join();
  if (!isEmpty(rest)) return false;
  if (members === 'value') return constant === null || isScalar(constant);
  if (members === 'field' || members === 'field,of') return isText(field) && isText(of ?? '');
  if (members === 'line') return isText(line);
  const count = ownValue<number>(ARGUMENTS, String(fn));
  return (
    members === 'args,fn' &&
    Array.isArray(args) &&
    (args.length === count || (fn === 'is' && args.length > 1)) &&
    args.every(isFormula)
  );
};

export interface ValueType {
  /** Words for it in a refusal. */
  readonly noun: string;
  readonly fits: (data: unknown) => boolean;
  readonly print?: (value: never) => unknown;
  readonly read?: (data: never) => unknown;
}

export const valueTypes = {
  text: { noun: 'a text', fits: isText },
  field: { noun: 'the name of a field', fits: isText },
  entity: {
    noun: 'the name of an entity',
    fits: isText,
    print: (entity: string | { readonly name: string }) =>
      typeof entity === 'string' ? entity : entity.name,
  },
  action: { noun: 'the code of an action', fits: isText },
  number: { noun: 'a number', fits: isNumber },
  exact: {
    noun: 'a number or its text',
    fits: (data) => isNumber(data) || (isText(data) && /^-?\d+(\.\d+)?$/.test(data)),
  },
  boolean: { noun: 'true or false', fits: (data) => typeof data === 'boolean' },
  true: { noun: 'true', fits: (data) => data === true },
  null: { noun: 'null', fits: (data) => data === null },
  scalar: { noun: 'a text, a number, true or false', fits: isScalar },
  json: { noun: 'JSON', fits: isJson },
  label: { noun: 'a list of a text in each language', fits: isLabel },
  pattern: {
    noun: 'a regular expression such as { "pattern": "^[A-Z]+$" }',
    fits: isPattern,
    print: ({ source, flags }: RegExp) => ({ pattern: source, ...(flags && { flags }) }),
    read: ({ pattern, flags }: { pattern: string; flags?: string }) => new RegExp(pattern, flags),
  },
  choices: {
    noun: 'choices such as { "values": [[1, "Truck", "卡车"]], "tones": { "1": "error" } }',
    fits: isTable,
    print: (table: ChoiceTable) => {
      const { tones = {}, forms, signs } = table;
      return {
        values: [...table],
        ...(!isEmpty(tones) && { tones }),
        ...(forms && { forms }),
        ...(signs && { signs }),
      };
    },
    read: ({ values, tones, ...appearance }: { values: Choices; tones?: object }) =>
      choices([...values], tones, appearance),
  },
  slot: {
    noun: 'a component of custom/console.tsx such as { "component": "BerthChip" }',
    fits: (data) => isObject(data) && isText(data.component) && isJson(data.props ?? {}),
    print: ({ component, props }: Slot) => ({ component, ...(!isEmpty(props) && { props }) }),
    read: ({ component, props }: { component: string; props?: object }) => slot(component, props),
  },
  formula: { noun: 'the tree of a formula', fits: isFormula, print: expressionOf },
} satisfies Record<string, ValueType>;

/** Words for a type in a refusal. */
export const nounOf = (type: OptionType): string => {
  if (typeof type === 'string') return ownValue<ValueType>(valueTypes, type)?.noun ?? 'an object';
  if ('oneOf' in type) return type.oneOf.map((each) => JSON.stringify(each)).join(' or ');
  if ('anyOf' in type) return type.anyOf.map(nounOf).join(' or ');
  if ('listOf' in type) return `a list of ${nounOf(type.listOf)}`;
  if ('tuple' in type) return `a list of ${type.tuple.map(nounOf).join(', ')}`;
  return 'options' in type ? `an object of ${Object.keys(type.options).join(', ')}` : 'an object';
};
