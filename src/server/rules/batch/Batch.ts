import type { Locale } from '../../../domain/label';
import type { Values } from '../../calls';
import type { SheetRow } from '../../entities';
import type { Files } from '../../files';
import type { Database } from '../../store';

/** The rows that a form asks for. */
export interface BatchRows {
  /** The entity that gets them. */
  readonly target: string;
  /** Its fields that differ from row to row, the one a person knows it by first. */
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** What rows are made with. */
export interface BatchContext {
  readonly files: Files;
  readonly locale: Locale;
}

/** A batch: a form whose rows a job adds. */
export interface Batch {
  /**
   * The rows of a form that was checked by its fields.
   * @throws CallError `invalid`
   */
  rows(values: Values, context: BatchContext): Promise<BatchRows>;
  /** The values that belong to the form's choices; others were left over from another choice. */
  clean(values: Values): Values;
  /** What stands against it besides what is wrong with each row, in the reader's language. */
  problems?(
    values: Values,
    rows: readonly SheetRow[],
    context: { readonly db: Database; readonly locale: Locale },
  ): Promise<readonly string[]>;
}
