import KDBush from 'kdbush';
import { SECTION_COUNT, SECTIONS, SIZES, type Town, UNITS_PER_DEGREE } from './placesFormat';

interface Layer {
  /** Index whose entries are positions in `numbers`. */
  readonly index: KDBush;
  readonly numbers: Uint32Array;
}

/** Packed towns, numbered in descending order of population. */
export interface Places {
  readonly count: number;
  readonly layers: readonly Layer[];
  /** Searchable names of all towns, each between line feeds. */
  readonly searchable: Buffer;
  /** Returns the town whose searchable names contain a byte, and where these names start and end. */
  townAt(byte: number): { readonly number: number; readonly start: number; readonly end: number };
  town(number: number): Town;
}

/** Opens the bytes of a file of places. They are not copied, except for the indexes. */
export const openPlaces = (file: Uint8Array): Places => {
  const { buffer, byteOffset } = file;
  // A small Buffer may be part of a pool.
  if (byteOffset % 8 !== 0) return openPlaces(new Uint8Array(file));
  const header = new Uint32Array(buffer, byteOffset, 2 * SECTION_COUNT);
  const bytes = (i: number): Buffer =>
    Buffer.from(buffer as ArrayBuffer, byteOffset + (header[2 * i] ?? 0), header[2 * i + 1]);
  const uint32 = (i: number): Uint32Array => {
    const { byteOffset: start, length } = bytes(i);
    return new Uint32Array(buffer, start, length / Uint32Array.BYTES_PER_ELEMENT);
  };
  const { byteOffset: start, length } = uint32(SECTIONS.positions);
  const positions = new Int32Array(buffer, start, length);
  const names = bytes(SECTIONS.names);
  const nameStarts = uint32(SECTIONS.nameStarts);
  const populations = uint32(SECTIONS.populations);
  const countries = bytes(SECTIONS.countries).toString('latin1');
  const searchableStarts = uint32(SECTIONS.searchableStarts);
  const nameAt = (i: number) => names.toString('utf8', nameStarts[i], nameStarts[i + 1]);

  return {
    count: populations.length,
    layers: SIZES.map((_, i) => ({
      numbers: uint32(SECTIONS.layers + 2 * i),
      index: KDBush.from(new Uint8Array(bytes(SECTIONS.layers + 2 * i + 1)).buffer),
    })),
    searchable: bytes(SECTIONS.searchable),
    townAt: (byte) => {
      let number = 0;
      let after = populations.length;
      while (after - number > 1) {
        const middle = (number + after) >> 1;
        if ((searchableStarts[middle] ?? 0) <= byte) number = middle;
        else after = middle;
      }
      return {
        number,
        start: searchableStarts[number] ?? 0,
        end: searchableStarts[after] ?? 0,
      };
    },
    town: (number) => {
      const english = nameAt(2 * number);
      return {
        names: [english, nameAt(2 * number + 1) || english],
        lat: (positions[2 * number] ?? 0) / UNITS_PER_DEGREE,
        lon: (positions[2 * number + 1] ?? 0) / UNITS_PER_DEGREE,
        population: populations[number] ?? 0,
        country: countries.slice(2 * number, 2 * number + 2),
      };
    },
  };
};
