import type { LockReasons } from '../../config';
import type { Locale } from '../../domain/label';
import type { ActionAnswer, PreviewAnswer } from '../../protocol';
import type { Caller, CallValues, FileAnswer } from '../calls/endpoint';
import type { Database, Row, Scope, Selection, TableQueries, VisibleWhere } from '../db';

export interface RuleContext {
  /** Transaction of the change. Writes of the rule commit or roll back with the row. */
  readonly db: Database;
  readonly caller: Caller;
  /** Rows that the caller sees. */
  readonly scope: Scope;
  readonly locale: Locale;
  /** Time of the call, epoch ms. */
  readonly now: number;
  /** True if the caller's role covers the call at `path`. */
  readonly permits: (path: string) => Promise<boolean>;
  /** Time zone of the caller, as the call names it. */
  readonly zone?: unknown;
  /** Result of the entity's `collect`, for the row that is being added. */
  readonly collectedInput?: unknown;
}

/** Context of a rule that reads. */
export type ReadContext = Pick<RuleContext, 'db' | 'scope' | 'locale' | 'now'>;

/** Pending change: all values of a new row, or the changed values of an existing one. */
export interface RecordChange extends RuleContext {
  /** Undefined for a new row. */
  readonly current?: Row;
  /** Includes virtual fields. */
  readonly values: CallValues;
}

export interface StoredRecord extends RecordChange {
  readonly row: Row;
}

/** Rows about to be deleted; they are locked. */
export interface Removal extends RuleContext {
  readonly rows: readonly Row[];
}

/**
 * Records of an action. All are visible to the caller and meet the action's `when`. They stay locked until the action
 * has ended, so write them through `db` only.
 */
export interface ActionWork extends RuleContext {
  /** Rows of the entity, in the transaction. */
  readonly table: TableQueries;
  readonly rows: readonly Row[];
  readonly args: CallValues;
}

/**
 * Behaviour of an entity on this server beyond its declaration. Any rule may throw a CallError, which rolls the whole
 * change back.
 */
export interface EntityRules {
  /**
   * Limits the rows of table `t` that the caller can see, beyond the limit by organisation. `key` must differ between
   * callers with different limits.
   */
  readonly within?: (caller: Caller) => VisibleWhere | undefined;
  /** Runs before a list is read. Its filters have the names of the call. */
  readonly beforeList?: (selection: Selection, context: RuleContext) => Promise<void>;
  /**
   * Collects slow input of a new row from the parsed form. Runs outside the transaction, so that it holds no database
   * connection, of which there are few.
   */
  readonly collect?: (
    values: CallValues,
    context: Pick<RuleContext, 'caller' | 'locale'>,
  ) => Promise<unknown>;
  /** Checks a change before it is stored and returns the values to store. Virtual fields may remain in them. */
  readonly resolveInput?: (change: RecordChange) => Promise<CallValues>;
  /** Runs after a row is stored, in the same transaction. Stores the virtual fields. */
  readonly afterOperation?: (stored: StoredRecord) => Promise<void>;
  /**
   * Returns what cannot be done with each row, in order. Lists and details carry it; changes and removals enforce it.
   */
  readonly lockReasons?: (
    rows: readonly Row[],
    context: RuleContext,
  ) => Promise<readonly LockReasons[]>;
  readonly beforeDelete?: (removal: Removal) => Promise<void>;
  /**
   * Computes virtual fields for lists, details, timelines and exports, by field. Each returns the values for a page of
   * rows, in their order.
   */
  readonly virtualFields?: Readonly<
    Record<string, (rows: readonly Row[], context: ReadContext) => Promise<readonly unknown[]>>
  >;
  /** Changes a row for `get` and for the answers of `add` and `update`, as for a virtual field that no list has. */
  readonly resolveOutput?: (row: Row, context: RuleContext) => Promise<Row>;
  /** Translates texts that were stored in their author's language into the reader's. */
  readonly inLanguage?: (row: Row, locale: Locale) => Row;
  /** Runs after the commit, for instance to clear caches of other rooms. */
  readonly afterCommit?: () => void;
  readonly actions?: Readonly<
    Record<string, (work: ActionWork) => Promise<ActionAnswer | FileAnswer>>
  >;
  /**
   * Checks an action's arguments before its transaction, by code, and returns those of its work. What it writes stays if
   * the action fails. The rows are not locked.
   */
  readonly beforeAction?: Readonly<Record<string, (work: ActionWork) => Promise<CallValues>>>;
  /**
   * Actions that change nothing here and wait for an external system, by code. They run without row locks and without a
   * database connection. Those of one operator run one at a time.
   */
  readonly trials?: Readonly<Record<string, (work: ActionWork) => Promise<ActionAnswer>>>;
  /** Required for an entity with `preview`. */
  readonly preview?: (values: CallValues, context: RuleContext) => Promise<PreviewAnswer>;
}
