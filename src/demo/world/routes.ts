import roads from './routes.geo.json';

/**
 * Mobile networks by country: country code, network codes (ITU-T E.212) and the first digits of SIM card numbers (89
 * and the telephone country code, ITU-T E.118).
 */
export const countries = {
  CN: { mcc: 460, mncs: [0, 1, 11], iccid: '8986' },
  KZ: { mcc: 401, mncs: [1, 2, 77], iccid: '89701' },
  VN: { mcc: 452, mncs: [1, 2, 4], iccid: '8984' },
  NL: { mcc: 204, mncs: [4, 8, 16], iccid: '8931' },
  DE: { mcc: 262, mncs: [1, 2, 3], iccid: '8949' },
  PL: { mcc: 260, mncs: [1, 2, 3], iccid: '8948' },
  BY: { mcc: 257, mncs: [1, 2, 4], iccid: '89375' },
  RU: { mcc: 250, mncs: [1, 2, 99], iccid: '897' },
  CZ: { mcc: 230, mncs: [1, 2, 3], iccid: '89420' },
  SK: { mcc: 231, mncs: [1, 2, 4], iccid: '89421' },
  HU: { mcc: 216, mncs: [1, 30, 70], iccid: '8936' },
  RS: { mcc: 220, mncs: [1, 3, 5], iccid: '89381' },
  BG: { mcc: 284, mncs: [1, 3, 5], iccid: '89359' },
  TR: { mcc: 286, mncs: [1, 2, 3], iccid: '8990' },
  KE: { mcc: 639, mncs: [2, 3, 7], iccid: '89254' },
  UG: { mcc: 641, mncs: [1, 10, 22], iccid: '89256' },
  NG: { mcc: 621, mncs: [20, 30, 50], iccid: '89234' },
  TZ: { mcc: 640, mncs: [2, 4, 5], iccid: '89255' },
  ZM: { mcc: 645, mncs: [1, 2, 3], iccid: '89260' },
  US: { mcc: 310, mncs: [260, 410], iccid: '891' },
  BR: { mcc: 724, mncs: [5, 6, 11], iccid: '8955' },
  AE: { mcc: 424, mncs: [2, 3], iccid: '89971' },
  SA: { mcc: 420, mncs: [1, 3, 4], iccid: '89966' },
  IN: { mcc: 404, mncs: [20, 45, 86], iccid: '8991' },
} as const;

export type CountryCode = keyof typeof countries;

/** Route of a demo truck from one depot to another and back. */
export interface Route {
  readonly id: string;
  /**
   * Kind of its start, if that decides which organisation's locks use it: the container yard, or a coast under customs.
   */
  readonly home?: 'yard' | 'coast';
  /** Number of locks on it, relative to the other routes. */
  readonly share: number;
  /** Patterns of its trucks' number plates: `#` is a digit, `?` a letter, anything else itself. */
  readonly plates: readonly string[];
  /** Points in order, by country, WGS-84: towns, junctions and bends of the main road. */
  readonly legs: readonly {
    readonly country: CountryCode;
    readonly points: readonly (readonly [lat: number, lon: number])[];
  }[];
}

/** Route in the GeoJSON file (RFC 7946): a line per country, longitude first. */
interface Road {
  readonly properties: Omit<Route, 'legs'> & { readonly countries: readonly CountryCode[] };
  readonly geometry: { readonly coordinates: readonly (readonly [lon: number, lat: number][])[] };
}

export const routes: readonly Route[] = (roads.features as unknown as readonly Road[]).map(
  ({ properties: { countries: passed, ...route }, geometry: { coordinates } }) => ({
    ...route,
    legs: passed.map((country, i) => ({
      country,
      points: (coordinates[i] ?? []).map(([lon, lat]) => [lat, lon] as const),
    })),
  }),
);

/** @throws RangeError if there is no such route */
export const routeOf = (routeId: string): Route => {
  const route = routes.find(({ id }) => id === routeId);
  if (!route) throw new RangeError(`There is no route ${routeId}`);
  return route;
};
