import { type Cell, rowXml, SHEET_END, sheetStart } from './sheetXml';
import { workbookParts } from './workbookParts';
import { type ZipEntry, zipFile } from './zipFile';

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
}

/** Rows of a sheet at the most, the header included: a spreadsheet program opens 48,576 more. */
const SHEET_ROWS = 1_000_000;
/** Characters of a sheet's name at the most are 31; its number needs some. */
const NAME_LENGTH = 27;
/** Characters of a sheet at the most: its size in the file has 32 bits, and a character takes up to 3 bytes. */
const SHEET_LENGTH = 1_200_000_000;

/** An .xlsx file that is being written, sheet after sheet, row after row. */
export interface Workbook {
  /** Begins the next sheet with its header. */
  sheet(name: string, columns: readonly SheetColumn[]): Promise<void>;
  /** Adds rows to the sheet begun last; when it is full, to another like it. */
  rows(rows: readonly (readonly Cell[])[]): Promise<void>;
  close(): Promise<void>;
}

interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly entry: ZipEntry;
  /** Counts from 1 for the first sheet of this name. */
  readonly part: number;
  rows: number;
  length: number;
}

/**
 * Opens a new workbook for writing. Rows go to the disk as they come: a library that builds the whole file in memory
 * needed 1.5 GB for 200,000 rows and kept every other request waiting for half a minute.
 * @param path must not exist
 * @param sheetRows rows of a sheet at the most, the header included
 */
export const openWorkbook = async (path: string, sheetRows = SHEET_ROWS): Promise<Workbook> => {
  const zip = await zipFile(path);
  const names: string[] = [];
  let current: Sheet | undefined;

  const write = async (sheet: Sheet, rows: readonly (readonly Cell[])[]): Promise<void> => {
    const xml = rows.map((cells) => rowXml(cells, ++sheet.rows)).join('');
    sheet.length += xml.length;
    await sheet.entry.write(xml);
  };

  const end = async (): Promise<void> => {
    await current?.entry.write(SHEET_END);
    await current?.entry.end();
  };

  const begin = async (name: string, columns: readonly SheetColumn[], part = 1): Promise<Sheet> => {
    await end();
    names.push(part === 1 ? name : `${name.slice(0, NAME_LENGTH)} ${part}`);
    const entry = await zip.entry(`xl/worksheets/sheet${names.length}.xml`);
    await entry.write(sheetStart(columns.map(({ width }) => width)));
    const sheet = { name, columns, entry, part, rows: 0, length: 0 };
    await write(sheet, [columns.map(({ header }) => header)]);
    current = sheet;
    return sheet;
  };

  const add = async (rows: readonly (readonly Cell[])[]): Promise<void> => {
    if (!current || rows.length === 0) return;
    const { name, columns, part } = current;
    const isFull = current.rows >= sheetRows || current.length >= SHEET_LENGTH;
    const sheet = isFull ? await begin(name, columns, part + 1) : current;
    const room = sheetRows - sheet.rows;
    await write(sheet, rows.slice(0, room));
    await add(rows.slice(room));
  };

  return {
    rows: add,
    sheet: async (name, columns) => {
      await begin(name, columns);
    },
    close: async () => {
      await end();
      for (const [name, content] of workbookParts(names)) {
        const part = await zip.entry(name);
        await part.write(content);
        await part.end();
      }
      await zip.close();
    },
  };
};
