import type { Label } from '../domain/label';
import type { ConfirmationPolicy } from '../domain/ticket';
import type { Condition, Fields, FieldValue, GreaterThan } from './field';
import { sourceMark } from './source';

/**
 * Conditions as data: every named field must meet its own. The console greys the button and says why, the server refuses
 * the call by the same rule.
 */
export type Conditions<F extends Fields> = {
  readonly [K in keyof F]?: Condition<FieldValue<F[K]>>;
};

/** For one record, for many at a time, or both. */
type OperationScope = 'row' | 'bulk' | 'both';

/** Something that can be done with records beyond the verbs: a command to locks, an action of an entity. */
export interface Operation<F extends Fields = Fields, A extends Fields = Fields> {
  readonly label: Label;
  /** What the operator enters besides the records. */
  readonly args: A;
  readonly on: OperationScope;
  /** Which records it can be done with; the others are greyed, and refused by the server. */
  readonly when?: Conditions<F>;
  /** Reason by field, shown if that field excludes a record; by default the values that it must have. */
  readonly deniedMessage?: Readonly<Record<string, Label>>;
  /** Who may do it: `superior` is an organisation above the record's own, for what is bought of it. */
  readonly doneBy?: 'superior';
  /**
   * The field with the operator who may not do it, since a second one has to: who asked for something does not confirm
   * it. `deniedMessage` says so.
   */
  readonly anotherThan?: string;
  /** A question that must be answered before. */
  readonly confirm?: Label;
  /** Drawn as dangerous: it may open, erase or shut out. */
  readonly danger: boolean;
  /** Of a command: when it takes a reason and a typed confirmation, which the server checks. */
  readonly typed?: ConfirmationPolicy;
  /** Of a command: many locks can get it in waves, as many first and so many failures borne unless its sender says otherwise. */
  readonly waves?: { readonly first: number; readonly failures: number };
  /** Records of one call at the most. */
  readonly max: number;
  /** The icon of its button. */
  readonly icon?: string;
  /** The letter that does it with the record shown beside a list (`side`). */
  readonly key?: string;
  /** The heading under which it stands in a menu. What has none comes first, and is offered as a button of its own. */
  readonly group?: Label;
  /** What a lock gets besides what the operator enters. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>;
  /** What it does to a setting that a lock keeps. */
  readonly setting?: SettingEffect;
}

/**
 * A setting is known by the command that `sets` it, or that `adds` to a list of them; its value is shaped as that
 * command's arguments. Others take from that list, clear it, or make a lock forget all it was told.
 */
export type SettingEffect =
  | {
      readonly how: 'sets' | 'adds';
      readonly label: Label;
      /** Each lock has its own: it is not copied to others unless somebody asks for it. */
      readonly own?: true;
    }
  | { readonly how: 'takes' | 'clears'; readonly of: string }
  | { readonly how: 'forgets' };

type OperationOptions<A extends Fields> = Partial<Omit<Operation<Fields, A>, 'label' | 'when'>>;

/** A builder of operations. @param max records of one call, unless a declaration says otherwise */
export const operation =
  (max: number) =>
  <const A extends Fields, const W extends object = object>(
    label: Label,
    options: OperationOptions<A> & { readonly when?: W } = {},
  ) => ({
    ...sourceMark(),
    args: {} as A,
    on: 'both' as OperationScope,
    danger: false,
    max,
    ...options,
    label,
  });

/** Whether a condition compares instead of listing values. */
export const isGreaterThan = (condition: object | undefined): condition is GreaterThan =>
  condition !== undefined && 'above' in condition;

const meets = (value: unknown, condition: readonly unknown[] | GreaterThan): boolean =>
  isGreaterThan(condition)
    ? typeof value === 'number' && value > condition.above
    : condition.includes(value);

/** The fields of a record that keep something from being done with it; empty when nothing does. */
export const unmetConditions = (
  when: object | undefined,
  record: Readonly<Record<string, unknown>>,
) =>
  Object.entries(when ?? {})
    .filter(([field, condition]) => !meets(record[field], condition))
    .map(([field]) => field);

/** Something a lock is told to do; the lock's own answer comes later. */
export type Command<F extends Fields = Fields, A extends Fields = Fields> = Operation<F, A>;

/** How many locks one call may name unless a command says otherwise. */
export const COMMAND_TARGETS = 500;

/**
 * Declares a command once: it appears in row menu, bulk bar, map card and detail, gated by its button code and
 * refused by the server by the same rule. Its path is `/command/{code}`, the code its key in the entity.
 */
export const command = operation(COMMAND_TARGETS);

/**
 * Something done with records that is not one of the verbs: resetting a password, renewing a SIM card, testing a mail
 * account. The answer comes at once, unlike a command's, which a lock has to give.
 */
export type Action<F extends Fields = Fields, A extends Fields = Fields> = Operation<F, A>;

/** How many records one call may name unless an action says otherwise. */
const ACTION_RECORDS = 1000;

/**
 * Declares an action once: it appears in row menu, bulk bar and detail, gated by its button code `{entity}:{code}`
 * and refused by the server by the same rule. Its path is `/{entity}/{code}`, the code its key in the entity.
 */
export const action = operation(ACTION_RECORDS);
