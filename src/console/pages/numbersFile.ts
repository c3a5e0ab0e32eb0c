import { decodeText } from '../../domain/decodeText';
import { ERROR_CELL } from '../../domain/spreadsheet';
import { parseList, plainText } from '../../domain/text';

/** Size limit: larger files contain more than numbers, and reading them would block the page. */
const MAX_NUMBERS_FILE_BYTES = 8 * 2 ** 20;

/** Headers of a column with serial numbers, besides its declared name and labels. */
const NAMES = ['sn', 'serial number', 'serial numbers', 'serial no.', '序列号', '编号'];

/** The file is too large, damaged, not a table, or in an unknown encoding. */
export class NumbersFileError extends Error {
  override readonly name = 'UnreadNumbers';
}

/** Column of a table that may hold the serial numbers. */
export interface NumbersColumn {
  /** Number and first cells. */
  readonly title: string;
  /** One per line. */
  readonly numbers: string;
}

/**
 * Reads the serial numbers of a file. In a spreadsheet (.xlsx) or table (.csv, or lines with tabs) they are in the column
 * with a known header, or in the only one; a single line is a list of them. A text of one number a line below a header
 * is a table, too. Of any other file it is the whole text.
 * @param labels of the column in the console's languages
 * @returns several columns if the operator must choose
 * @throws NumbersFileError
 */
export const readNumbers = async (
  file: File,
  labels: readonly string[],
): Promise<readonly NumbersColumn[]> => {
  if (file.size > MAX_NUMBERS_FILE_BYTES)
    throw new NumbersFileError(`More than ${MAX_NUMBERS_FILE_BYTES} bytes`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    if (/\.xlsx$/i.test(file.name)) return columnsOf(await rowsOfSheet(bytes), labels);
    const text = decodeText(bytes);
    // Excel's "Unicode text" has tabs. A single line of them is a list.
    const hasTabs = text.split(/[\r\n]+/, 2)[1]?.includes('\t');
    if (hasTabs || /\.csv$/i.test(file.name)) return columnsOf(await rowsOfText(text), labels);
    const [head = '', ...lines] = text.split(/[\r\n]+/);
    if (!parseList(head).some(isNumber) && lines.every((line) => parseList(line).length <= 1)) {
      return columnsOf(
        [head, ...lines].map((line) => [line]),
        labels,
      );
    }
    return [{ title: '', numbers: text }];
  } catch (error) {
    throw new NumbersFileError('No table', { cause: error });
  }
};

type Rows = readonly (readonly unknown[])[];

const rowsOfText = async (text: string): Promise<Rows> => {
  const { parse } = await import('papaparse');
  // Excel's first line `sep=;` names the separator.
  return parse<string[]>(text.replace(/^sep=.\r?\n/i, ''), { skipEmptyLines: true }).data;
};

/** A cell with an error, such as #N/A, becomes its text, so that no lock drops out unnoticed. */
const rowsOfSheet = async (bytes: Uint8Array<ArrayBuffer>): Promise<Rows> => {
  const { readSheet } = await import('read-excel-file/universal');
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate');
  const parts = Object.entries(unzipSync(bytes)).map(([name, content]) => [
    name,
    /worksheets\/[^/]+\.xml$/.test(name)
      ? strToU8(strFromU8(content).replace(ERROR_CELL, '$1str'))
      : content,
  ]);
  return readSheet(new Blob([zipSync(Object.fromEntries(parts), { level: 0 }) as BlobPart]));
};

/** A serial number among other texts: printable ASCII with a digit and without a space. */
const isNumber = (cell: string): boolean => /^(?=.*\d)[!-~]+$/.test(cell);

/** True if the first of these cells names the others. The error of a cell, such as #N/A, is no name. */
const hasUnknownHead = ([head = '', ...others]: readonly string[]): boolean =>
  !isNumber(head) && !head.startsWith('#') && others.some(isNumber);

/** Text of a cell, as a pasted number. Excel's formula `="0012"` in a text file keeps the zeros of its text. */
const textOf = (cell: unknown): string =>
  plainText(String(cell ?? '').replace(/\s/g, ' '))
    .trim()
    .replace(/^="([^"]*)"$/, '$1');

const columnsOf = (all: Rows, labels: readonly string[]): NumbersColumn[] => {
  const rows = all.filter((row) => row.some(textOf));
  const names = new Set([...NAMES, ...labels.map((label) => label.toLowerCase())]);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, i) => rows.map((row) => textOf(row[i])));
  const isNamed = ([head = '']: readonly string[]) => names.has(head.toLowerCase());
  const named = columns.filter(isNamed);
  if (named.length === 0 && rows.length === 1) {
    return [{ title: '', numbers: columns.flat().filter(Boolean).join('\n') }];
  }
  const candidates = named.length > 0 ? named : columns.filter((cells) => cells.some(Boolean));
  return candidates.map((cells) => {
    const hasHead = isNamed(cells) || hasUnknownHead(cells);
    const numbers = (hasHead ? cells.slice(1) : cells).filter(Boolean);
    const title = `${columns.indexOf(cells) + 1}: ${cells.slice(0, 3).join(', ')}`;
    return { title, numbers: numbers.join('\n') };
  });
};
