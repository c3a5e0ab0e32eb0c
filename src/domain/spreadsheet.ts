/**
 * Start of a cell with an error, in the XML of a sheet (ECMA-376, 18.3.1.4). Replaced by `$1str` it is a cell with the
 * error's text; the parser would read it as empty.
 */
export const ERROR_CELL = /(<(?:\w+:)?c\s[^>]*?\bt\s*=\s*["'])e(?=["'])/g;

/** Errors of Excel's formulas. */
const ERROR =
  /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|EXTERNAL!|GETTING_DATA)$/;

export const isCellError = (text: string): boolean => ERROR.test(text);
