import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitConcurrency } from '../../concurrency';
import { type Caller, FileAnswer } from '../../endpoint';
import { type ZipEntry, zipFile } from './zipFile';

/** Rows of a sheet at the most, the header included: a spreadsheet program opens 48,576 more. */
const SHEET_ROWS = 1_000_000;

interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  /** Of what is typed below; text without. */
  readonly format?: string;
}

/** A number that is seen by a format: a day, a time, a length of time, a number with its unit. */
interface FormattedNumber {
  readonly number: number;
  readonly format: string;
}

/** A cell: text stays text, whatever it looks like. */
export type Cell = string | number | FormattedNumber | null;

/** An .xlsx file that is being written, sheet after sheet, row after row. */
interface Workbook {
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

const SHEET_END = '</sheetData></worksheet>';

/** Characters of a sheet's name at the most are 31; its number needs some. */
const NAME_LENGTH = 27;
/** Characters of a sheet at the most: its size in the file has 32 bits, and a character takes up to 3 bytes. */
const SHEET_LENGTH = 1_200_000_000;

/**
 * Opens a new workbook for writing. Rows go to the disk as they come: a library that builds the whole file in memory
 * needed 1.5 GB for 200,000 rows and kept every other request waiting for half a minute.
 * @param path must not exist
 * @param sheetRows rows of a sheet at the most, the header included
 */
export const openWorkbook = async (path: string, sheetRows = SHEET_ROWS): Promise<Workbook> => {
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
    const dependencies = sheetRows - sheet.rows;
    await write(sheet, rows.slice(0, dependencies));
    await add(rows.slice(dependencies));
  };

  return {
    rows: add,
    sheet: async (name, columns) => {
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

/** The styles that every workbook has: text, and the text of a header. */
const TEXT = 1;

/** A row; `number` counts from 1, which is the header. */
const rowXml = (cells: readonly Cell[], number: number, styles: Styles): string => {
  const style = number === 1 ? HEADER : TEXT;
  const xml = cells.map((cell, i) => cellXml(cell, `${columnName(i)}${number}`, style, styles));
  return `<row r="${number}">${xml.join('')}</row>`;
};

/** Longer texts are no valid cells. */
const CELL_LENGTH = 32_767;

/** A text that had to be cut says so. */
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
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text as it may stand in XML; what looks like a spreadsheet's own escape `_x000D_` is escaped itself. */
export const xmlText = (text: string): string =>
  text
    .replace(forbidden, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>]/g, (character) => entities[character] ?? character);

/** The letters of a column, counted from 0: A, Z, AA. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') +
  String.fromCharCode(65 + (index % 26));

/** What stands before the rows: a header that stays in sight, and the columns' widths in characters. */
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

/** The styles of a workbook, which is written to its end before they are. */
interface Styles {
  /** The number of the style that has a format. */
  of(format: string): number;
  xml(): string;
}

/** The first number that a format of our own may have. */
const OWN_FORMATS = 164;

/** The styles before those with formats of their own. */
const FIXED = 3;

/** Style 0 is plain, 1 text (the format `@`, in which nothing typed becomes a formula), 2 the header's bold text. */
const createStyles = (): Styles => {
  const formats: string[] = [];
  return {
    of: (format) => {
      if (format === 'General') return 0;
      const index = formats.indexOf(format);
      return FIXED + (index >= 0 ? index : formats.push(format) - 1);
    },
    xml: () => {
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

/** Every part of a workbook beside its sheets, which are `xl/worksheets/sheet1.xml` and so on. */
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

/** Names that Excel takes: at most 31 characters, without those that mean something in a formula. */
const sheetName = (name: string, i: number): string =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || `Sheet${i + 1}`;

/**
 * Writes a file that is answered once.
 * @param write makes the file at the path given; when it fails, nothing is left behind
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
  return new FileAnswer(path, name);
};

/** Files with the rows of lists and reports that an operator's calls write at a time: each may take a core for a while. */
const OF_OPERATOR = 2;
const inTurn = limitConcurrency(OF_OPERATOR);

/** The same of a file that may be large: many that an operator asks for at once leave room for everybody else's. */
export const writeWorkbookQueued = (
  { oper }: Caller,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<FileAnswer> => inTurn(String(oper.id), () => temporaryFile(name, write));
