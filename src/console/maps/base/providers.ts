import type { Label } from '../../../domain/label';
import type { MapSession } from '../../../protocol';

export type Datum = 'wgs84' | 'gcj02' | 'bd09';

interface Provider {
  readonly label: Label;
  readonly datum: Datum;
  /** Complete without tiles: the embedded map is its base. */
  readonly standsAlone?: boolean;
}

const providers = {
  amap: { label: ['Amap', '高德地图'], datum: 'gcj02' },
  mapWorld: { label: ['World map', '世界地图'], datum: 'wgs84', standsAlone: true },
  google: { label: ['Google Maps', '谷歌地图'], datum: 'gcj02' },
  baidu: { label: ['Baidu Maps', '百度地图'], datum: 'bd09' },
} as const satisfies Record<string, Provider>;

export type ProviderId = keyof typeof providers;

export const providerIds = Object.keys(providers) as ProviderId[];

/**
 * Source of a provider's tiles. It comes from the deployment's configuration: hosts change, and most require a
 * contract.
 */
export interface TileService {
  /**
   * Leaflet's URL template: {x} {y} {z}, {s} for a subdomain, {key} for the provider's key, {session} for a session of
   * Google's Map Tiles API.
   */
  readonly url: string;
  readonly subdomains?: string;
  readonly attribution?: string;
  readonly link?: string;
  /** Last zoom with tiles, in the provider's own numbering; deeper ones are enlarged. */
  readonly maxNativeZoom?: number;
  /** Used if the browser can reach it; its absence is not reported. */
  readonly optional?: boolean;
}

/** Map settings of the runtime configuration, and the keys of the key table. */
export interface MapServices {
  readonly tiles?: { readonly [id in ProviderId]?: TileService };
  /** Undefined while loading; no provider counts as lacking its key before. */
  readonly keys?: { readonly [id in ProviderId]?: string };
  /** For templates with `{session}`; undefined while loading. */
  readonly session?: MapSession;
}

/** Reason why a provider has no tiles. */
type NoTiles = 'noService' | 'noKey' | 'refused';

export interface ResolvedProvider {
  readonly id: ProviderId;
  readonly label: Label;
  readonly datum: Datum;
  /** Service with its key filled in; null shows the embedded map only. */
  readonly tiles: TileService | null;
  /** Null for a provider that lacks nothing. */
  readonly reason: NoTiles | null;
  /** Refusal of the requested provider, if the operator can change its key. */
  readonly problem?: string | null;
}

const KEY = '{key}';
const SESSION = '{session}';

/** True if the service needs a session. */
export const needsSession = ({ url }: TileService): boolean => url.includes(SESSION);

/** True if the service belongs to Google's Map Tiles API. */
export const isGoogle = ({ url }: TileService): boolean => url.includes('/v1/2dtiles/');

/** Resolves a provider for this deployment: available, or with the reason why not. */
export const resolveProvider = (id: ProviderId, services: MapServices): ResolvedProvider => {
  const { label, datum, ...provider }: Provider = providers[id];
  const service = services.tiles?.[id];
  const key = services.keys?.[id];
  const resolved = { id, label, datum, tiles: null };
  if (!service) return { ...resolved, reason: provider.standsAlone ? null : 'noService' };
  if (!service.url.includes(KEY)) return { ...resolved, tiles: service, reason: null };
  if (!key) return { ...resolved, reason: services.keys ? 'noKey' : null };
  const { session, problem } = services.session ?? {};
  if (needsSession(service) && !session)
    return { ...resolved, reason: services.session ? 'refused' : null, problem };
  const url = service.url
    .replaceAll(KEY, encodeURIComponent(key))
    .replace(SESSION, encodeURIComponent(session ?? ''));
  return { ...resolved, tiles: { ...service, url }, reason: null };
};

/** Returns a provider, or the World map if that one lacks its service or key. */
export const usableProvider = (id: ProviderId, services: MapServices): ResolvedProvider => {
  const requested = resolveProvider(id, services);
  return requested.reason === null
    ? requested
    : { ...resolveProvider('mapWorld', { ...services, keys: {} }), problem: requested.problem };
};

const PROVIDER = '{provider}';

/** True if the service is a single file of tiles, read in parts, instead of a URL template. */
export const isArchive = ({ url }: TileService): boolean => /\.pmtiles(\?|$)/.test(url);

/** Returns the tile template of a service; a plain URL is the base of `/{provider}/{z}/{x}/{y}.png`. */
const templateOf = (service: string) =>
  service.includes('{z}') || isArchive({ url: service })
    ? service
    : `${service.replace(/\/+$/, '')}/${PROVIDER}/{z}/{x}/{y}.png`;

const aboutService = (words: string): Omit<TileService, 'url'> => {
  const options = new URLSearchParams(words);
  const maxZoom = Number(options.get('maxZoom') ?? Number.NaN);
  const attribution = options.get('attribution');
  const link = options.get('link');
  const subdomains = options.get('subdomains');
  return {
    ...(attribution && { attribution }),
    ...(link && /^https?:\/\//.test(link) && { link }),
    ...(subdomains && { subdomains }),
    ...(Number.isInteger(maxZoom) && { maxNativeZoom: maxZoom }),
    ...(options.has('optional') && { optional: true }),
  };
};

const ofOne = (service: string): [ProviderId, TileService][] => {
  const [address = '', words = ''] = service.split(/#(.*)/);
  const about = aboutService(words);
  const providerId = providerIds.find((id) => address.startsWith(`${id}=`));
  if (providerId) return [[providerId, { ...about, url: address.slice(providerId.length + 1) }]];
  const template = templateOf(address);
  return template.includes(PROVIDER)
    ? providerIds.map((id) => [id, { ...about, url: template.replaceAll(PROVIDER, id) }])
    : [['mapWorld', { ...about, url: template }]];
};

/**
 * Parses the deployment's map services into the tile source of every provider.
 * @param mapService one or several services separated by spaces; '' for none, and a later one overrides an earlier one.
 * Each is a URL template with `{z}`, `{x}`, `{y}`, optionally `{key}` for the key of the table, `{session}` for a session
 * of Google's Map Tiles API, and `{provider}`, which becomes `amap`, `google`, `baidu` or `mapWorld`. Without `{provider}` it belongs to the World map or, as
 * `amap=https://…`, to the named provider. A plain URL is the base of `/{provider}/{z}/{x}/{y}.png`; one that ends in
 * `.pmtiles` is a file of tiles. Options follow a `#` as a query string: `attribution`, `link` (of the attribution),
 * `maxZoom` (the last with tiles), `subdomains`, and `optional` for a service whose absence is not reported.
 */
export const parseMapServices = (mapService: string): NonNullable<MapServices['tiles']> =>
  Object.fromEntries(mapService.split(/\s+/).filter(Boolean).flatMap(ofOne));

/** Row of the table of map keys for browsers. */
export interface MapKeyRow {
  readonly mapCode: string;
  readonly useTerminal: string;
  readonly mapKey: string;
}

/** Terminal code of this console in the key table. */
export const WEB_TERMINAL = 'web';

export const mapKeysOf = (rows: readonly MapKeyRow[]): NonNullable<MapServices['keys']> =>
  Object.fromEntries(
    providerIds.flatMap((id) => {
      const row = rows.find(
        ({ mapCode, useTerminal }) => mapCode === id && useTerminal === WEB_TERMINAL,
      );
      return row ? [[id, row.mapKey]] : [];
    }),
  );
