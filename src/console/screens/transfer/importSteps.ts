import type { ImportAnswer } from '../../data';

/** How far an import has come. */
export type ImportStep =
  | { readonly at: 'choose'; readonly failure?: string }
  | { readonly at: 'checking'; readonly file: string; readonly part: number }
  | {
      readonly at: 'checked';
      readonly file: string;
      readonly path: string;
      readonly answer: ImportAnswer;
      readonly failure?: string;
    }
  | {
      readonly at: 'importing';
      readonly file: string;
      readonly path: string;
      readonly answer: ImportAnswer;
    }
  | { readonly at: 'done'; readonly file: string; readonly answer: ImportAnswer };

/** A step at which there is something to report. */
export type ReportedStep = Extract<ImportStep, { answer: ImportAnswer }>;

/** One wrong cell. */
export interface ImportFault {
  readonly key: string;
  /** As the spreadsheet counts: the header is 1. */
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** The wrong cells of an import, row by row. */
export const faultsOf = (answer: ImportAnswer): ImportFault[] =>
  answer.errors.flatMap(({ row, fields }) =>
    Object.entries(fields).map(([field, message]) => ({
      key: `${row} ${field}`,
      row,
      field,
      message,
    })),
  );

/** How many rows can be imported: those without a fault. */
export const validRows = ({ total, errors }: ImportAnswer): number =>
  total - new Set(errors.map(({ row }) => row)).size;
