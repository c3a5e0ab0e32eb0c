import { compareExact, exactOf } from '../domain/exact';
import type { Label } from '../domain/label';
import { ownValue } from '../domain/ownValue';
import type { ConfirmationPolicy } from '../domain/ticket';
import type { Condition, Fields, FieldValue, GreaterThan } from './field';
import { sourceMark } from './source';

/**
 * Conditions as data: each named field must meet its condition. The console disables the button and shows the reason,
 * and the server enforces the same rule.
 */
export type Conditions<F extends Fields> = {
  readonly [K in keyof F]?: Condition<FieldValue<F[K]>>;
};

/**
 * Value that an action or a new record stores: a literal, or one of `@me` (id of the operator), `@name` (their name),
 * `@org` (their organisation), `@now`, `@today` (in the operator's time zone) and, for an action, `@args.name`.
 */
export type SetValue = string | number | boolean | null;

/**
 * True if a call sets the day, which depends on the time zone of the caller: the body then takes a `zone`, unless that is
 * a name of its own.
 */
export const setsDay = (values: object = {}, own: object): boolean =>
  Object.values(values).includes('@today') && !('zone' in own);

/** Recipients of a message: the users of the record's organisation, those with a role, or one that a field names. */
export type NotifiedTo = 'org' | { readonly role: string } | { readonly field: string };

type OperationScope = 'row' | 'bulk' | 'both';

/** Operation on records beyond the verbs: a command to locks, or an action of an entity. */
export interface Operation<F extends Fields = Fields, A extends Fields = Fields> {
  readonly label: Label;
  /** Inputs that the operator fills in, besides the choice of records. */
  readonly args: A;
  readonly on: OperationScope;
  /** Condition on the record. The console disables the operation for other records, and the server refuses it. */
  readonly when?: Conditions<F>;
  /**
   * Reason by field, or by its value, shown if that field excludes a record; by default the values that it must have.
   */
  readonly deniedMessage?: Readonly<Record<string, Label | Readonly<Record<string, Label>>>>;
  /** `superior` reserves the operation for organisations above the record's own, which sells it the service. */
  readonly doneBy?: 'superior';
  /**
   * Field with the operator who must not run it, so that a second one confirms a request. `deniedMessage` gives the
   * reason.
   */
  readonly anotherThan?: string;
  /**
   * Toast of a success, for one record and for many: `%{kind} of %{name} taken |||| %{smart_count} alarms taken`.
   * `%{title}` is the record, `%{name}` its short name, `%{field}` a value of it. A text without them is followed by the
   * record. "Done" by default.
   */
  readonly done?: Label;
  /** Code of the action without arguments that reverses it. The toast of its success offers it. */
  readonly undo?: string;
  /** For a command: what its locks are when it is done, "sealed"; "done" by default. */
  readonly participle?: Label;
  /** Field with the only operator who may run it. `deniedMessage` gives the reason. */
  readonly onlyBy?: string;
  /** Hidden instead of disabled while its conditions exclude all records, because another operation replaces it. */
  readonly hiddenIfUnmet?: true;
  /** State of a record that allows it, shown before its button. */
  readonly stateLabel?: Label;
  /** Code of the operation whose permission covers this one. Roles get no button for it. */
  readonly grantedWith?: string;
  /** Arguments that are required if one of the records meets the conditions, with the error for an empty one. */
  readonly requiredArgs?: Readonly<
    Record<string, { readonly when: Conditions<F>; readonly message: Label }>
  >;
  /** Beside a list (`side`), selects the next row that allows it afterwards. */
  readonly selectsNext?: true;
  /** The call answers a spreadsheet. */
  readonly answersFile?: true;
  /** Question to confirm before the call. `%{field}` is a value of the record, if it runs `on` rows only. */
  readonly confirm?: Label;
  /** Styled as dangerous: it can unlock, erase or shut out. */
  readonly danger: boolean;
  /** For a command: sendings that need a reason and a typed confirmation, which the server checks. */
  readonly typed?: ConfirmationPolicy;
  /**
   * For a command: it can be sent in waves. `first` (locks of the first wave) and `failures` (tolerated failures per
   * wave) are the defaults in the dialog.
   */
  readonly waves?: { readonly first: number; readonly failures: number };
  /** For an action, values that it stores in its records, by field. */
  readonly sets?: { readonly [K in keyof F]?: SetValue };
  /** For an action, message to users, at the bell and by mail. `%{field}` is a value of the record. */
  readonly notifies?: { readonly to: NotifiedTo; readonly text: Label };
  /** For an action, command to the lock that a field names. The operator needs the permission to send it there. */
  readonly sends?: { readonly command: string; readonly lock: string };
  /** For an action, name of the event that webhooks are sent. */
  readonly posts?: string;
  /** Maximum number of records per call. */
  readonly max: number;
  readonly icon?: string;
  /** Keyboard shortcut for the record selected beside a list (`side`), a letter. */
  readonly shortcut?: string;
  /** Group heading in a menu. Operations without one come first and get buttons of their own. */
  readonly group?: Label;
  /** Fixed values that are sent to the lock in addition to the operator's input. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>;
  /** Effect on a setting that the lock stores. */
  readonly setting?: SettingEffect;
}

/**
 * Effect of a command on a lock's settings. A setting is identified by the command that `sets` it, or that `adds` to
 * its list, and has the shape of that command's arguments. The other commands remove entries of the list (`takes`),
 * empty it (`clears`), or reset all settings (`forgets`).
 */
export type SettingEffect =
  | {
      readonly how: 'sets' | 'adds';
      readonly label: Label;
      /** Specific to each lock: not preselected when settings are copied to other locks. */
      readonly own?: true;
    }
  | { readonly how: 'takes' | 'clears'; readonly of: string }
  | { readonly how: 'forgets' };

/** Returns the declared reason why a field excludes a record. */
export const deniedMessageOf = (
  { deniedMessage }: Pick<Operation, 'deniedMessage'>,
  field: string,
  value: unknown,
): Label | undefined => {
  const reason = deniedMessage?.[field];
  const isLabel = (each: typeof reason): each is Label => Array.isArray(each);
  return reason === undefined || isLabel(reason) ? reason : ownValue(reason, String(value));
};

type OperationOptions<A extends Fields> = Partial<
  Omit<Operation<Fields, A>, 'label' | 'when' | 'sets'>
>;

/** Returns a builder of operations. @param max default limit of records per call */
export const operation =
  (max: number) =>
  <const A extends Fields, const W extends object = object, const S extends object = object>(
    label: Label,
    options: OperationOptions<A> & { readonly when?: W; readonly sets?: S } = {},
  ) => ({
    ...sourceMark(),
    args: {} as A,
    on: 'both' as OperationScope,
    danger: false,
    max,
    ...options,
    label,
  });

/** True if the condition is a comparison and not a list of values. */
export const isGreaterThan = (condition: object | undefined): condition is GreaterThan =>
  condition !== undefined && 'above' in condition;

const exceeds = (value: unknown, above: number): boolean => {
  if (typeof value === 'number') return value > above;
  const [amount, limit] = [exactOf(value), exactOf(above)];
  return amount !== undefined && limit !== undefined && compareExact(amount, limit) > 0;
};

const meets = (value: unknown, condition: readonly unknown[] | GreaterThan): boolean =>
  isGreaterThan(condition) ? exceeds(value, condition.above) : condition.includes(value);

/** Returns the fields whose conditions the record does not meet. */
export const unmetConditions = (
  when: object | undefined,
  record: Readonly<Record<string, unknown>>,
) =>
  Object.entries(when ?? {})
    .filter(([field, condition]) => !meets(record[field], condition))
    .map(([field]) => field);

/** Returns the arguments that are required for the records, with the error for an empty one. */
export const requiredArguments = (
  { requiredArgs = {} }: Pick<Operation, 'requiredArgs'>,
  records: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, Label>> =>
  Object.fromEntries(
    Object.entries(requiredArgs)
      .filter(([, { when }]) =>
        records.some((record) => unmetConditions(when, record).length === 0),
      )
      .map(([name, { message }]) => [name, message]),
  );

/** Operation that a lock carries out; its reply arrives later. */
export type Command<F extends Fields = Fields, A extends Fields = Fields> = Operation<F, A>;

/** Default limit of locks per call. */
export const COMMAND_TARGETS = 500;

/**
 * Declares a command. It appears in the row menu, the bulk bar, on the map card and in the detail. Its button code
 * controls the permission, and the server enforces its conditions. Its path is `/command/{code}`; the code is its key
 * in the entity.
 */
export const command = operation(COMMAND_TARGETS);

/**
 * Operation that the server carries out at once, beyond the verbs: reset a password, renew a SIM card, test a mail
 * account.
 */
export type Action<F extends Fields = Fields, A extends Fields = Fields> = Operation<F, A>;

/** Default limit of records per call. */
const ACTION_RECORDS = 1000;

/**
 * Declares an action. It appears in the row menu, the bulk bar and the detail. Its button code `{entity}:{code}`
 * controls the permission, and the server enforces its conditions. Its path is `/{entity}/{code}`; the code is its key
 * in the entity.
 */
export const action = operation(ACTION_RECORDS);
