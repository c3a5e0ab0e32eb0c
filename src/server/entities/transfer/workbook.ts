import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, FileAnswer, type FileContent } from '../../calls/endpoint';
import { limitConcurrency } from '../../work/concurrency';
import { type ZipEntry, zipFile } from './zipFile';

/** Maximum rows of a sheet, with the header. Spreadsheet programs accept 48,576 more. */
const SHEET_ROWS = 1_000_000;

interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  /** Number format of values typed into the column; text by default. */
  readonly format?: string;
}

/**
 * Content of a cell. A string stays text, even if it looks like a number or formula. A number with a format is a date, a
 * time, a duration, or a number with its unit.
 */
export type Cell = string | number | { readonly number: number; readonly format: string } | null;

interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly entry: ZipEntry;
  /** Number among the sheets of this name, from 1. */
  readonly part: number;
  rows: number;
  length: number;
}

const SHEET_END = '</sheetData></worksheet>';

/** A sheet's name may have 31 characters; the rest is for its number. */
const NAME_LENGTH = 27;
/** Maximum characters of a sheet: its size in the zip file has 32 bits, and a character takes up to 3 bytes. */
const SHEET_LENGTH = 1_200_000_000;

/**
 * Creates a workbook. Rows are written to the disk at once: a library that builds the whole file in memory needed 1.5
 * GB for 200,000 rows and held up every other request for half a minute.
 * @param path must not exist
 * @param sheetRows maximum rows of a sheet, with the header
 */
export const openWorkbook = async (path: string, sheetRows = SHEET_ROWS) => {
  const zip = await zipFile(path);
  const names: string[] = [];
  const styles = createStyles();
  let current: Sheet | undefined;

  const write = async (sheet: Sheet, rows: readonly (readonly Cell[])[]): Promise<void> => {
    const xml = rows.map((cells) => rowXml(cells, ++sheet.rows, styles)).join('');
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
    await entry.write(sheetStart(columns, styles));
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
    const remainingRows = sheetRows - sheet.rows;
    await write(sheet, rows.slice(0, remainingRows));
    await add(rows.slice(remainingRows));
  };

  return {
    /** Adds rows to the current sheet. If it is full, a further sheet with the same header follows. */
    rows: add,
    /** Starts the next sheet with its header. */
    sheet: async (name: string, columns: readonly SheetColumn[]): Promise<void> => {
      await begin(name, columns);
    },
    close: async () => {
      await end();
      for (const [name, content] of workbookParts(names, styles.xml())) {
        const part = await zip.entry(name);
        await part.write(content);
        await part.end();
      }
      await zip.close();
    },
  };
};

const HEADER = 2;

/** Indexes of the fixed styles: TEXT for cells, HEADER for the header. */
const TEXT = 1;

/** XML of a row. `number` counts from 1, the header. */
const rowXml = (cells: readonly Cell[], number: number, styles: Styles): string => {
  const style = number === 1 ? HEADER : TEXT;
  const xml = cells.map((cell, i) => cellXml(cell, `${columnName(i)}${number}`, style, styles));
  return `<row r="${number}">${xml.join('')}</row>`;
};

/** Excel's maximum length of a cell's text. */
const CELL_LENGTH = 32_767;

/** Cuts a text to the length of a cell and marks the cut with `…`. */
const fitting = (text: string): string =>
  text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH - 1)}…` : text;

const cellXml = (cell: Cell, at: string, style: number, styles: Styles): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'object')
    return `<c r="${at}" s="${styles.of(cell.format)}"><v>${cell.number}</v></c>`;
  const text = xmlText(fitting(cell));
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in XML.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text for XML. A text that looks like Excel's own escape `_x000D_` is escaped too. */
export const xmlText = (text: string): string =>
  text
    .replace(forbidden, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => entities[character] ?? character);

/** Letters of a column by its index from 0: A, Z, AA. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') +
  String.fromCharCode(65 + (index % 26));

/** Start of a sheet's XML: the frozen header and the column widths in characters. */
const sheetStart = (of: readonly SheetColumn[], styles: Styles): string => {
  const columns = of.map(({ width, format }, i) => {
    const style = format === undefined ? TEXT : styles.of(format);
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${style}" customWidth="1"/>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
};

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

type Styles = ReturnType<typeof createStyles>;

/** First id of custom number formats. */
const OWN_FORMATS = 164;

/** Number of fixed styles, which precede those with number formats. */
const FIXED = 3;

/**
 * Collects the styles while the sheets are written; they are stored last. Style 0 is plain, 1 is text (format `@`, in
 * which nothing typed becomes a formula), 2 is the header's bold text.
 */
const createStyles = () => {
  const formats: string[] = [];
  return {
    /** Returns the index of the style with this number format. */
    of: (format: string): number => {
      if (format === 'General') return 0;
      const index = formats.indexOf(format);
      return FIXED + (index >= 0 ? index : formats.push(format) - 1);
    },
    xml: (): string => {
      const own = formats.map(
        (format, i) => `<numFmt numFmtId="${OWN_FORMATS + i}" formatCode="${attribute(format)}"/>`,
      );
      const styled = formats.map(
        (_, i) => `<xf numFmtId="${OWN_FORMATS + i}" applyNumberFormat="1"/>`,
      );
      const declared =
        own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '';
      return `${XML}<styleSheet xmlns="${MAIN}">${declared}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FIXED + styled.length}"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>${styled.join('')}</cellXfs></styleSheet>`;
    },
  };
};

/** Parts of a workbook apart from its sheets, which are `xl/worksheets/sheet1.xml` and so on. */
const workbookParts = (
  names: readonly string[],
  styles: string,
): readonly (readonly [string, string])[] => {
  const numbers = names.map((_, i) => i + 1);
  const sheets = names.map(
    (name, i) =>
      `<sheet name="${attribute(sheetName(name, i))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${TYPES}.${type}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}${relation(names.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
};

const attribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

/** Makes a valid sheet name: at most 31 characters, without those that have a meaning in formulas. */
const sheetName = (name: string, i: number): string =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || `Sheet${i + 1}`;

/**
 * Writes a file for a single answer.
 * @param write creates the file at the given path; if it fails, the file is deleted
 */
export const temporaryFile = async (
  name: string,
  write: (path: string) => Promise<void>,
): Promise<FileAnswer> => {
  const path = join(tmpdir(), `sealdesk-${randomUUID()}.xlsx`);
  try {
    await write(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new FileAnswer(temporaryContent(path), name);
};

const temporaryContent = (path: string): FileContent => ({
  open: async () => ({ size: (await stat(path)).size, stream: createReadStream(path) }),
  discard: () => rm(path, { force: true }),
});

/**
 * Spreadsheets of lists and reports that the calls of one operator write in parallel. Each may take a CPU core for a
 * while.
 */
const OF_OPERATOR = 2;
const inTurn = limitConcurrency(OF_OPERATOR);

/** Like `temporaryFile`, for large files: queued per operator, so that many at once leave room for other operators. */
export const writeWorkbookQueued = (
  { oper }: Caller,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<FileAnswer> => inTurn(String(oper.id), () => temporaryFile(name, write));
