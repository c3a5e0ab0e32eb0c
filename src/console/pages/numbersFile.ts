/** Separators of serial numbers: spaces, and other characters that people put between them. */
const BETWEEN = /[\s,;，；、"']+/;

/** Splits a text into serial numbers, in order. */
export const parseNumbers = (text: string): string[] =>
  text.split(BETWEEN).filter((sn) => sn !== '');

/** Size limit: larger files contain more than numbers, and reading them would block the page. */
const MAX_NUMBERS_FILE_BYTES = 8 * 2 ** 20;

/** Headers of a column with serial numbers, besides its declared name and labels. */
const NAMES = ['sn', 'serial number', 'serial numbers', 'serial no.', '序列号', '编号'];

/** The file is too large, damaged, or not a table. */
export class NumbersFileError extends Error {
  override readonly name = 'UnreadNumbers';
}

/**
 * Reads the serial numbers of a file, one per line. In a spreadsheet (.xlsx) or table (.csv), it reads the column with
 * a known header, else the first one; of any other file the whole text.
 * @param labels of the column in the console's languages
 * @throws NumbersFileError
 */
export const readNumbers = async (file: File, labels: readonly string[]): Promise<string> => {
  if (file.size > MAX_NUMBERS_FILE_BYTES)
    throw new NumbersFileError(`More than ${MAX_NUMBERS_FILE_BYTES} bytes`);
  const isTable = /\.csv$/i.test(file.name);
  if (!isTable && !/\.xlsx$/i.test(file.name)) return file.text();
  try {
    return columnOf(isTable ? await rowsOfText(file) : await rowsOfSheet(file), labels).join('\n');
  } catch (error) {
    throw new NumbersFileError('No table', { cause: error });
  }
};

type Rows = readonly (readonly unknown[])[];

const rowsOfText = async (file: File): Promise<Rows> => {
  const { parse } = await import('papaparse');
  return parse<string[]>(await file.text(), { skipEmptyLines: true }).data;
};

const rowsOfSheet = async (file: File): Promise<Rows> => {
  const { readSheet } = await import('read-excel-file/universal');
  return readSheet(file);
};

const textOf = (cell: unknown): string => String(cell ?? '').trim();

const columnOf = (rows: Rows, labels: readonly string[]): string[] => {
  const names = new Set([...NAMES, ...labels.map((label) => label.toLowerCase())]);
  const isNamed = (cell: unknown) => names.has(textOf(cell).toLowerCase());
  const at = rows[0]?.findIndex(isNamed) ?? -1;
  return rows
    .slice(at < 0 ? 0 : 1)
    .map((row) => textOf(row[Math.max(at, 0)]))
    .filter((sn) => sn !== '');
};
