/**
 * Start of a cell with an error, in the XML of a sheet (ECMA-376, 18.3.1.4). Replaced by `$1str` it is a cell with the
 * error's text; the parser would read it as empty.
 */
export const ERROR_CELL = /(<(?:\w+:)?c\s[^<>]*?\bt\s*=\s*["'])e(?=["'])/g;

/** True for an error: `#REF!`, `#NAME?` and others of Excel, `#ERROR!` of Google Sheets, `Err:502` of LibreOffice. */
export const isCellError = (text: string): boolean =>
  /^(?:#[A-Z/0-9]+[!?]|#N\/A|#GETTING_DATA|Err:\d{3})$/.test(text);
