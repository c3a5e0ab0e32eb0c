import type { Locale } from '../../../../domain/label';
import { type Box, LabelCollisions } from '../../layout';
import type { NamedPlace, NameKind } from './tiles';

export interface PlacedName {
  readonly name: NamedPlace;
  readonly text: string;
  /** Position of the named thing, px. */
  readonly x: number;
  readonly y: number;
  readonly box: Box;
}

/** Minimum zoom of the world map for a place, by rank; the available room decides too. */
const PLACE_FROM = [0, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9];

/** Returns the minimum and maximum zoom at which a name is shown. */
export const zoomsOf = ({
  kind,
  rank,
}: Pick<NamedPlace, 'kind' | 'rank'>): readonly [number, number] => {
  if (kind === 'countries') return [rank === 0 ? 0 : rank + 2, rank + 4];
  if (kind === 'places') return [PLACE_FROM[rank] ?? 9, Infinity];
  if (kind === 'ports') return [rank <= 4 ? 7 : 8, Infinity];
  return [rank <= 4 ? 8 : 9, Infinity];
};

/** Order of kinds with the same zoom. */
const KIND_ORDER: { readonly [kind in NameKind]: number } = {
  countries: 0,
  places: 1,
  ports: 2,
  airports: 3,
};

/** Compares names by importance. The order does not depend on the tiles that they come from. */
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

export const nameIn = ({ kind, en, zh, code }: NamedPlace, locale: Locale): string => {
  if (kind === 'countries') return countryName(code ?? '', locale);
  if (kind === 'airports' && code) return locale === 'zh' ? `${code} 机场` : `${en} ${code}`;
  return locale === 'zh' ? (zh ?? en) : en;
};

/** Height of a line with its margin, px. */
const LINE = 16;
/** Distance from a sign to its name, px. */
const GAP = 7;
/** Distance between two names, px. */
const APART = 4;

interface Placing {
  readonly locale: Locale;
  readonly widthOf: (text: string, kind: NameKind) => number;
  /** Boxes that names must not cover, px. */
  readonly obstacles: readonly Box[];
}

/** Places the names, whose positions are pixels, without collisions, the most important first. */
export const placeNames = (
  names: readonly NamedPlace[],
  { locale, widthOf, obstacles }: Placing,
): PlacedName[] => {
  const collisions = new LabelCollisions();
  for (const box of obstacles) collisions.add(box);
  return [...names].sort(byImportance).flatMap((name) => {
    const { x, y } = name;
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
