import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Replaces the cell with a number by one with an error, #N/A by default, as Excel writes it (ECMA-376, 18.18.11, type `e`). */
export const withErrorCell = (
  workbook: Uint8Array,
  number: number,
  error = '#N/A',
): Uint8Array<ArrayBuffer> => {
  const parts = unzipSync(workbook);
  const sheet = 'xl/worksheets/sheet1.xml';
  const xml = strFromU8(parts[sheet] ?? new Uint8Array());
  const cell = new RegExp(`<c ([^>]*)><v>${number}</v>`);
  if (!cell.test(xml)) throw new Error(`The sheet has no cell ${number}`);
  const attributes = (text: string) => text.replace(/\bt="\w+"/, '');
  const changed = xml.replace(cell, (_, own) => `<c ${attributes(own)} t="e"><v>${error}</v>`);
  return new Uint8Array(zipSync({ ...parts, [sheet]: strToU8(changed) }));
};
