/** A cell: text stays text, whatever it looks like. */
export type Cell = string | number | null;

/** Longer texts are no valid cells. */
const CELL_LENGTH = 32_767;

/** The styles of `workbookParts`: text, and the text of a header. */
const TEXT = 1;
const HEADER = 2;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in XML.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

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

const cellXml = (cell: Cell, at: string, style: number): string => {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  const text = xmlText(cell.slice(0, CELL_LENGTH));
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
};

/** A row; `number` counts from 1, which is the header. */
export const rowXml = (cells: readonly Cell[], number: number): string => {
  const style = number === 1 ? HEADER : TEXT;
  const xml = cells.map((cell, i) => cellXml(cell, `${columnName(i)}${number}`, style));
  return `<row r="${number}">${xml.join('')}</row>`;
};

/** What stands before the rows: a header that stays in sight, and the columns' widths in characters. */
export const sheetStart = (widths: readonly number[]): string => {
  const columns = widths.map(
    (width, i) =>
      `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
};

export const SHEET_END = '</sheetData></worksheet>';
