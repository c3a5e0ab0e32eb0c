import KDBush from 'kdbush';
import {
  SECTION_COUNT,
  SIZES,
  searchableName,
  type Town,
  UNITS_PER_DEGREE,
} from '../../../src/server/gazetteer/placesFormat.ts';

/** Letters with an umlaut, as German writes them without one. Other languages with these letters read well so too. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns the texts under which a name is found: `Düsseldorf` as `dusseldorf` and `duesseldorf`. */
export const searchableNames = (name: string): string[] => {
  const spelled = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  return [...new Set([searchableName(name), searchableName(spelled)])];
};

/** Joins texts and returns the start of each, and the end of the last. */
const joinTexts = (texts: readonly string[]) => {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, i) => {
    starts[i + 1] = (starts[i] ?? 0) + Buffer.byteLength(text);
  });
  return { bytes: Buffer.from(texts.join('')), starts };
};

const packLayer = (towns: readonly Town[], size: number, below: number): Uint8Array[] => {
  const numbers = towns.flatMap(({ population }, i) =>
    population >= size && population < below ? [i] : [],
  );
  const index = new KDBush(numbers.length);
  for (const number of numbers) {
    const town = towns[number];
    if (town) index.add(town.lon, town.lat);
  }
  const bytes = (array: Uint32Array) => new Uint8Array(array.buffer);
  return [bytes(Uint32Array.from(numbers)), new Uint8Array(index.finish().data)];
};

const alignedTo8 = (length: number): number => Math.ceil(length / 8) * 8;

/** Packs towns into the bytes of a file. */
export const packPlaces = (unsorted: readonly Town[]): Uint8Array => {
  const towns = [...unsorted].sort((a, b) => b.population - a.population);
  const names = joinTexts(towns.flatMap(({ names: [en, zh] }) => [en, zh === en ? '' : zh]));
  const searchable = joinTexts(
    towns.map((town) =>
      [...new Set(town.names.flatMap(searchableNames))].map((name) => `\n${name}`).join(''),
    ),
  );
  const toUnits = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  const positions = Int32Array.from(towns.flatMap(({ lat, lon }) => [toUnits(lat), toUnits(lon)]));
  const sections = [
    names.bytes,
    new Uint8Array(names.starts.buffer),
    new Uint8Array(positions.buffer),
    new Uint8Array(Uint32Array.from(towns, ({ population }) => population).buffer),
    Buffer.concat([searchable.bytes, Buffer.from('\n')]),
    new Uint8Array(searchable.starts.buffer),
    Buffer.from(towns.map(({ country }) => country).join(''), 'latin1'),
    ...SIZES.flatMap((size, i) => packLayer(towns, size, SIZES[i - 1] ?? Number.POSITIVE_INFINITY)),
  ];
  const header = new Uint32Array(2 * SECTION_COUNT);
  let offset = alignedTo8(header.byteLength);
  sections.forEach(({ length }, i) => {
    header.set([offset, length], 2 * i);
    offset += alignedTo8(length);
  });
  const file = new Uint8Array(offset);
  file.set(new Uint8Array(header.buffer));
  sections.forEach((section, i) => {
    file.set(section, header[2 * i]);
  });
  return file;
};
