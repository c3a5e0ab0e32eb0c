import type { Locale } from '../../../../domain/label';
import { type Box, LabelCollisions } from '../../layout';
import type { NamedPlace, NameKind } from './tiles';

/** A name as it stands on a map. */
export interface PlacedName {
  readonly name: NamedPlace;
  readonly text: string;
  /** Where the thing is, pixels. */
  readonly x: number;
  readonly y: number;
  readonly box: Box;
}

/** The zoom of the world map from which a place of a rank is named; the room there is decides too. */
const PLACE_FROM = [0, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9];

/** The zooms at which something of a kind and rank is named. */
export const zoomsOf = ({
  kind,
  rank,
}: Pick<NamedPlace, 'kind' | 'rank'>): readonly [number, number] => {
  if (kind === 'countries') return [rank === 0 ? 0 : rank + 2, rank + 4];
  if (kind === 'places') return [PLACE_FROM[rank] ?? 9, Infinity];
  if (kind === 'ports') return [rank <= 4 ? 7 : 8, Infinity];
  return [rank <= 4 ? 8 : 9, Infinity];
};

/** Which of two at the same zoom is named first. */
const KIND_ORDER: { readonly [kind in NameKind]: number } = {
  countries: 0,
  places: 1,
  ports: 2,
  airports: 3,
};

/** The most important first; the same order whatever tiles they come from. */
export const byImportance = (a: NamedPlace, b: NamedPlace): number =>
  zoomsOf(a)[0] - zoomsOf(b)[0] ||
  KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
  a.rank - b.rank ||
  b.size - a.size ||
  (a.key < b.key ? -1 : 1);

const regionNames = new Map<Locale, Intl.DisplayNames>();

const countryName = (code: string, locale: Locale): string => {
  const displayNames = regionNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region' });
  regionNames.set(locale, displayNames);
  // "Myanmar (Burma)"
  return (displayNames.of(code) ?? code).replace(/\s*[(（].*$/, '');
};

/** What something is called on the map. */
export const nameIn = ({ kind, en, zh, code }: NamedPlace, locale: Locale): string => {
  if (kind === 'countries') return countryName(code ?? '', locale);
  if (kind === 'airports' && code) return locale === 'zh' ? `${code} 机场` : `${en} ${code}`;
  return locale === 'zh' ? (zh ?? en) : en;
};

/** Height of a line with the room around it, pixels. */
const LINE = 16;
/** From a sign to its name. */
const GAP = 7;
/** Between two names. */
const APART = 4;

interface Placing {
  readonly locale: Locale;
  /** Pixels of the names' own plane. */
  readonly pixelOf: (name: NamedPlace) => { readonly x: number; readonly y: number };
  readonly widthOf: (text: string, kind: NameKind) => number;
  /** Boxes that names must not cover. */
  readonly obstacles: readonly Box[];
}

/** Places the names that collide with nothing, the most important first. */
export const placeNames = (
  names: readonly NamedPlace[],
  { locale, pixelOf, widthOf, obstacles }: Placing,
): PlacedName[] => {
  const collisions = new LabelCollisions();
  for (const box of obstacles) collisions.add(box);
  return [...names].sort(byImportance).flatMap((name) => {
    const { x, y } = pixelOf(name);
    const text = nameIn(name, locale);
    const width = widthOf(text, name.kind);
    const [left, right] =
      name.kind === 'countries' ? [x - width / 2, x + width / 2] : [x - 5, x + GAP + width];
    const box = {
      left: left - APART,
      top: y - LINE / 2,
      right: right + APART,
      bottom: y + LINE / 2,
    };
    return collisions.tryAdd(box) ? [{ name, text, x, y, box }] : [];
  });
};
