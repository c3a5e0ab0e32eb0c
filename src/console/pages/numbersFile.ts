/** Serial numbers hold no spaces; whatever else people put between them ends one too. */
const BETWEEN = /[\s,;，；、"']+/;

/** The serial numbers of a text, in its order. */
export const parseNumbers = (text: string): string[] =>
  text.split(BETWEEN).filter((sn) => sn !== '');

/** Larger files hold more than numbers, and reading them would block the page. */
const MAX_NUMBERS_FILE_BYTES = 8 * 2 ** 20;

/** What a column of serial numbers is called, beside its declared name and labels. */
const NAMES = ['sn', 'serial number', 'serial numbers', 'serial no.', '序列号', '编号'];

/** The file is too large, damaged, or no table. */
export class NumbersFileError extends Error {
  override readonly name = 'UnreadNumbers';
}

/**
 * The serial numbers of a file, a line each: of a spreadsheet (.xlsx) or a table (.csv) the column that is called so, else
 * the first; of any other text all of it.
 * @param labels what the column is called in the languages of the console
 * @throws UnreadNumbers
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
