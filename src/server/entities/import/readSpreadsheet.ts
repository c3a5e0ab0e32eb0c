import { rule } from '../../../fields';
import { invalid, ruleLabel, text } from '../../calls';
import type { Files } from '../../files';
import { type ReadCell, readRows, Unreadable } from '../../spreadsheet';

export interface Spreadsheet {
  readonly header: readonly ReadCell[];
  readonly rows: readonly (readonly ReadCell[])[];
}

/**
 * Reads an uploaded spreadsheet.
 * @param path as the upload answered it
 * @param most rows below the header
 * @throws CallError `invalid` about `path`
 */
export const readSpreadsheet = async (
  files: Files,
  path: unknown,
  most: number,
): Promise<Spreadsheet> => {
  if (typeof path !== 'string') throw invalid({ path: ruleLabel(rule('required')) });
  const file = await files.find(path);
  if (!file) throw invalid({ path: text('noSuchFile') });
  const all = await readRows(file).catch((error) => {
    throw error instanceof Unreadable ? invalid({ path: text('noSpreadsheet') }) : error;
  });
  const [header = [], ...rows] = all;
  if (rows.length > most) throw invalid({ path: text('sheetTooLarge', { max: most }) });
  return { header, rows };
};
