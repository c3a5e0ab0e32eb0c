import type { Field } from '../../../../config';
import type { Locale } from '../../../../domain/label';
import type { Row } from '../../../../fields/views';
import { copyText } from '../../detail/copyText';

export interface CopiedColumn {
  readonly name: string;
  readonly field: Field;
}

/** A tab or a line break inside of a value would start another cell of the spreadsheet it is pasted into. */
const inOneCell = (text: string) => text.replace(/\s+/g, ' ');

/** Rows as a spreadsheet takes them from the clipboard: a line each, values apart by tabs. */
export const copiedRows = (
  rows: readonly Row[],
  columns: readonly CopiedColumn[],
  locale: Locale,
): string =>
  rows
    .map((row) =>
      columns.map(({ name, field }) => inOneCell(copyText(name, field, row, locale))).join('\t'),
    )
    .join('\n');
