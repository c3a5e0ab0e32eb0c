import type { Label } from '../../../domain/label';

export type Datum = 'wgs84' | 'gcj02' | 'bd09';

interface Provider {
  readonly label: Label;
  readonly datum: Datum;
  /** Complete without tiles: the embedded land layer is its map. */
  readonly standsAlone?: boolean;
}

/** The four map providers, by the code the menus and the user's settings use. */
const providers = {
  amap: { label: ['Amap', '高德地图'], datum: 'gcj02' },
  mapWorld: { label: ['World map', '世界地图'], datum: 'wgs84', standsAlone: true },
  google: { label: ['Google Maps', '谷歌地图'], datum: 'gcj02' },
  baidu: { label: ['Baidu Maps', '百度地图'], datum: 'bd09' },
} as const satisfies Record<string, Provider>;

export type ProviderId = keyof typeof providers;

export const providerIds = Object.keys(providers) as ProviderId[];

/** Where a provider's tiles come from. All of it is the deployer's: hosts change and most need a contract. */
export interface TileService {
  /** Leaflet's template: {x} {y} {z}, {s} for a subdomain, {key} for the key of the provider. */
  readonly url: string;
  readonly subdomains?: string;
  /** Whose map it is; shown as text. */
  readonly attribution?: string;
  /** A web page about whose map it is. */
  readonly link?: string;
  /** The last zoom with tiles of its own, in the provider's own count; deeper ones are enlarged. */
  readonly maxNativeZoom?: number;
  /** Used where the browser reaches it, and not missed where it does not. */
  readonly optional?: boolean;
}

/** The part of the runtime configuration that maps use, with the keys of the key table. */
export interface MapServices {
  readonly tiles?: { readonly [id in ProviderId]?: TileService };
  /** Undefined until they have come; no provider is said to have none before. */
  readonly keys?: { readonly [id in ProviderId]?: string };
}

/** Why a provider has no tiles. */
type NoTiles = 'noService' | 'noKey';

export interface ResolvedProvider {
  readonly id: ProviderId;
  readonly label: Label;
  readonly datum: Datum;
  /** The service with its key filled in; null shows the embedded land layer. */
  readonly tiles: TileService | null;
  /** null for a provider that is as it should be. */
  readonly reason: NoTiles | null;
}

const KEY = '{key}';

/** A provider as this deployment can show it: available, or the reason why not. */
export const resolveProvider = (id: ProviderId, services: MapServices): ResolvedProvider => {
  const { label, datum, ...provider }: Provider = providers[id];
  const service = services.tiles?.[id];
  const key = services.keys?.[id];
  const resolved = { id, label, datum };
  if (!service) {
    return { ...resolved, tiles: null, reason: provider.standsAlone ? null : 'noService' };
  }
  if (!service.url.includes(KEY)) return { ...resolved, tiles: service, reason: null };
  if (!key) return { ...resolved, tiles: null, reason: services.keys ? 'noKey' : null };
  const url = service.url.replaceAll(KEY, encodeURIComponent(key));
  return { ...resolved, tiles: { ...service, url }, reason: null };
};

/** The provider that is shown where another was asked for: the World map for one that lacks its service or its key. */
export const usableProvider = (id: ProviderId, services: MapServices): ResolvedProvider => {
  const requested = resolveProvider(id, services);
  return requested.reason === null
    ? requested
    : resolveProvider('mapWorld', { ...services, keys: {} });
};

const PROVIDER = '{provider}';

/** Whether a service is one file of tiles, read in parts, and no template. */
export const isArchive = ({ url }: TileService): boolean => /\.pmtiles(\?|$)/.test(url);

/** A template of tiles for every provider, or a plain address as the base of `/{provider}/{z}/{x}/{y}.png`. */
const templateOf = (service: string) =>
  service.includes('{z}') || isArchive({ url: service })
    ? service
    : `${service.replace(/\/+$/, '')}/${PROVIDER}/{z}/{x}/{y}.png`;

/** Parses the options behind the `#` of a service. */
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

const ofOne = (service: string, ids: readonly ProviderId[]): [ProviderId, TileService][] => {
  const [address = '', words = ''] = service.split(/#(.*)/);
  const about = aboutService(words);
  const providerId = ids.find((id) => address.startsWith(`${id}=`));
  if (providerId) return [[providerId, { ...about, url: address.slice(providerId.length + 1) }]];
  const template = templateOf(address);
  return template.includes(PROVIDER)
    ? ids.map((id) => [id, { ...about, url: template.replaceAll(PROVIDER, id) }])
    : [['mapWorld', { ...about, url: template }]];
};

/**
 * Where the tiles of every provider come from.
 * @param mapService the deployment's map services, one or several with spaces between, each a template of tiles with
 * `{z}`, `{x}`, `{y}`, maybe `{key}` for the key of the table, and `{provider}`, which becomes `amap`, `google`, `baidu`
 * or `mapWorld`; one without `{provider}` is of the World map or, as `amap=https://…`, of the provider named; a plain
 * address is the base of `/{provider}/{z}/{x}/{y}.png`; one that ends in `.pmtiles` is a file of tiles; '' is no
 * service at all. A later one overrules. Behind a `#` it may say, as the query of an address: `attribution`, `link`
 * (of the attribution), `maxZoom` (the last with tiles of its own), `subdomains`, and `optional` for one that is not
 * missed where the browser does not reach it.
 * @param ids the providers there are
 */
export const parseMapServices = (
  mapService: string,
  ids: readonly ProviderId[],
): Pick<MapServices, 'tiles'> => {
  const services = mapService.split(/\s+/).filter((service) => service !== '');
  if (services.length === 0) return {};
  return { tiles: Object.fromEntries(services.flatMap((service) => ofOne(service, ids))) };
};

/** A row of the table of map keys for browsers. */
export interface MapKeyRow {
  readonly mapCode: string;
  readonly useTerminal: string;
  readonly mapKey: string;
}

/** This console among the terminals that keys are for. */
export const WEB_TERMINAL = 'web';

/** The keys of this console by provider. */
export const mapKeysOf = (rows: readonly MapKeyRow[]): NonNullable<MapServices['keys']> =>
  Object.fromEntries(
    providerIds.flatMap((id) => {
      const row = rows.find(
        ({ mapCode, useTerminal }) => mapCode === id && useTerminal === WEB_TERMINAL,
      );
      return row ? [[id, row.mapKey]] : [];
    }),
  );
