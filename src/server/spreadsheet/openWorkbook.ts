import { type Cell, rowXml, SHEET_END, sheetStart } from './sheetXml';
import { workbookParts } from './workbookParts';
import { type ZipEntry, zipFile } from './zipFile';

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
}

/** An .xlsx file that is being written, sheet after sheet, row after row. */
export interface Workbook {
  /** Begins the next sheet with its header. */
  sheet(name: string, columns: readonly SheetColumn[]): Promise<void>;
  /** Adds rows to the sheet begun last. */
  rows(rows: readonly (readonly Cell[])[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a new workbook for writing. Rows go to the disk as they come: a library that builds the whole file in memory
 * needed 1.5 GB for 200,000 rows and kept every other request waiting for half a minute.
 * @param path must not exist
 */
export const openWorkbook = async (path: string): Promise<Workbook> => {
  const zip = await zipFile(path);
  const names: string[] = [];
  let current: ZipEntry | undefined;
  let row = 0;

  const rows = async (given: readonly (readonly Cell[])[]): Promise<void> => {
    await current?.write(given.map((cells) => rowXml(cells, ++row)).join(''));
  };

  const endSheet = async (): Promise<void> => {
    await current?.write(SHEET_END);
    await current?.end();
  };

  return {
    rows,
    sheet: async (name, columns) => {
      await endSheet();
      names.push(name);
      row = 0;
      current = await zip.entry(`xl/worksheets/sheet${names.length}.xml`);
      await current.write(sheetStart(columns.map(({ width }) => width)));
      await rows([columns.map(({ header }) => header)]);
    },
    close: async () => {
      await endSheet();
      for (const [name, content] of workbookParts(names)) {
        const part = await zip.entry(name);
        await part.write(content);
        await part.end();
      }
      await zip.close();
    },
  };
};
