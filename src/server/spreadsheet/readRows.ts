import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/universal';
import { inflatedSize } from './inflatedSize';

/** A cell as it was read; a date is its wall clock time, written as if it were UTC. */
export type ReadCell = string | number | boolean | Date | null;

/** Unpacked bytes of a spreadsheet at the most: what 20,000 rows of any declared entity need, several times over. */
const LARGEST = 64 * 2 ** 20;

/** The file is no spreadsheet, is damaged, or is larger than anything we would take. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * The rows of a spreadsheet's first sheet, the header among them.
 * @throws Unreadable
 */
export const readRows = async (path: string): Promise<readonly (readonly ReadCell[])[]> => {
  const bytes = await readFile(path);
  try {
    await inflatedSize(bytes, LARGEST);
    // The library declares its dates as the constructor of dates.
    return (await readSheet(new Blob([bytes]))) as unknown as readonly (readonly ReadCell[])[];
  } catch (error) {
    throw new Unreadable('Not a readable spreadsheet', { cause: error });
  }
};
