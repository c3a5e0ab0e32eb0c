import { type AnyField, f, type SetValue } from '../../config';
import { localTime } from '../../domain/figures';
import type { CallValues, JsonSchema } from '../calls/endpoint';
import type { ActionWork } from './EntityRules';
import { readerZone } from './readerZone';

type Setting = Pick<ActionWork, 'db' | 'caller' | 'now' | 'zone'>;

interface Placeholder {
  /** Field that can hold its values. */
  readonly field: AnyField;
  readonly value: (setting: Setting) => unknown;
}

const PLACEHOLDERS: Readonly<Record<string, Placeholder>> = {
  '@me': { field: f.ref(['', ''], 'oper'), value: ({ caller }) => caller.oper.id },
  '@name': { field: f.text(['', '']), value: ({ caller }) => caller.oper.operName },
  '@org': { field: f.ref(['', ''], 'org'), value: ({ caller }) => caller.oper.org_id },
  '@now': { field: f.datetime(['', '']), value: ({ now }) => now },
  '@today': {
    field: f.date(['', '']),
    value: async ({ db, now, zone }) => localTime(now, await readerZone(db, zone)).slice(0, 10),
  },
};

/** Returns a field that can hold the values of a placeholder; undefined for any other value. */
export const placeholderField = (value: unknown): AnyField | undefined =>
  PLACEHOLDERS[String(value)]?.field;

/** Splits the caller's time zone from a body. It is an argument only if the call depends on the day. */
export const splitZone = (isDated: boolean | undefined, sent: CallValues) => {
  if (!isDated) return { body: sent };
  const { zone, ...body } = sent;
  return { zone, body };
};

/** JSON Schema of `splitZone`'s zone. */
export const zoneJson = (isDated: boolean): JsonSchema =>
  isDated
    ? { zone: { type: 'string', description: 'Your time zone, whose day is set: Asia/Shanghai' } }
    : {};

const ARGUMENT = '@args.';

/** Returns the argument that a value of `sets` names; undefined if it names none. */
export const argumentOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(ARGUMENT)
    ? value.slice(ARGUMENT.length)
    : undefined;

/** Returns the values that `sets` or `stamps` declare, with their placeholders filled in. */
export const setValues = async (
  declared: Readonly<Record<string, SetValue | undefined>>,
  setting: Setting,
  args: CallValues = {},
): Promise<CallValues> => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(declared)) {
    const argument = argumentOf(value);
    if (argument !== undefined) values[name] = args[argument] ?? null;
    else values[name] = (await PLACEHOLDERS[String(value)]?.value(setting)) ?? value;
  }
  return values;
};
