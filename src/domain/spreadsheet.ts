/**
 * Start of a cell with an error, in the XML of a sheet (ECMA-376, 18.3.1.4). Replaced by `$1str` it is a cell with the
 * error's text; the parser would read it as empty.
 */
export const ERROR_CELL = /(<(?:\w+:)?c\s[^>]*?\bt\s*=\s*["'])e(?=["'])/g;

/** Error of a formula: `#REF!`, `#NAME?` and others in Excel, `#ERROR!` in Google Sheets, `Err:502` in LibreOffice. */
const ERROR = /^(?:#[A-Z/0-9]+[!?]|#N\/A|#GETTING_DATA|Err:\d{3})$/;

export const isCellError = (text: string): boolean => ERROR.test(text);
