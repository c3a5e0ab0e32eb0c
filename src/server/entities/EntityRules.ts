import type { Label, Locale } from '../../domain/label';
import type { ActionAnswer, PreviewAnswer } from '../../protocol';
import type { Database, Row, Sql } from '../db';
import type { Caller, CallValues, FileAnswer } from '../endpoint';

/** Where a rule works. */
export interface RuleContext {
  /** The transaction of the change: what a rule writes is there with the row or not at all. */
  readonly db: Database;
  readonly caller: Caller;
  readonly locale: Locale;
  /** ms since 1970. */
  readonly now: number;
  /** Whether the caller's role covers a call. */
  readonly permits: (path: string) => Promise<boolean>;
  /** Result of the entity's `collect`, for the row that is being added. */
  readonly collectedInput?: unknown;
}

/** What is about to be stored: all values of a new row, or what changes of an old one. */
export interface RecordChange extends RuleContext {
  /** Undefined for a new row. */
  readonly current?: Row;
  /** Virtual fields are among them. */
  readonly values: CallValues;
}

/** A row as it was just stored. */
export interface StoredRecord extends RecordChange {
  readonly row: Row;
}

/** Rows about to be removed, as they are, locked. */
export interface Removal extends RuleContext {
  readonly rows: readonly Row[];
}

/**
 * Records that an action is done with; all of them are visible to the caller and meet the action's `when`. They are
 * locked until it is done: only through `db` can they be written meanwhile.
 */
export interface ActionWork extends RuleContext {
  readonly rows: readonly Row[];
  readonly args: CallValues;
}

/** Why a row cannot be changed or deleted; what is not named can be tried. */
export interface LockReasons {
  readonly update?: Label;
  readonly delete?: Label;
}

/**
 * What our own server knows of an entity beyond its declaration. Every rule may throw a CallError, which undoes the
 * whole change.
 */
export interface EntityRules {
  /** Rows of the table `t` that are there for the caller, beyond the tenant's; `key` tells callers apart. */
  readonly within?: (caller: Caller) => { readonly key: string; readonly where: Sql } | undefined;
  /**
   * Collects slow input of a new row from the parsed form. Runs outside the transaction, so that it holds no database
   * connection, of which there are few.
   */
  readonly collect?: (
    values: CallValues,
    context: Pick<RuleContext, 'caller' | 'locale'>,
  ) => Promise<unknown>;
  /** Looks at a change before it is stored, and answers what to store; virtual fields may stay among it. */
  readonly resolveInput?: (change: RecordChange) => Promise<CallValues>;
  /** Does what belongs to a row that was stored, its virtual fields first of all. */
  readonly afterOperation?: (stored: StoredRecord) => Promise<void>;
  /** Returns what cannot be done with each row, in order. Lists and details carry it; changes and removals enforce it. */
  readonly lockReasons?: (
    rows: readonly Row[],
    context: RuleContext,
  ) => Promise<readonly LockReasons[]>;
  readonly beforeDelete?: (removal: Removal) => Promise<void>;
  /** Gives a row its virtual fields, for `get` and for what `add` and `update` answer. */
  readonly resolveOutput?: (row: Row, context: RuleContext) => Promise<Row>;
  /** What of a row was stored in the language of who made it, in the reader's. */
  readonly inLanguage?: (row: Row, locale: Locale) => Row;
  /** After a change is stored for good: what other rooms remember may be out of date. */
  readonly afterCommit?: () => void;
  /** By the action's code. */
  readonly actions?: Readonly<
    Record<string, (work: ActionWork) => Promise<ActionAnswer | FileAnswer>>
  >;
  /**
   * Actions that change nothing here and wait for somebody outside, by their codes: they hold no record and no connection
   * to the database meanwhile. Those of one operator are done one after the other.
   */
  readonly trials?: Readonly<Record<string, (work: ActionWork) => Promise<ActionAnswer>>>;
  /** For an entity with `preview`. */
  readonly preview?: (values: CallValues, context: RuleContext) => Promise<PreviewAnswer>;
}
