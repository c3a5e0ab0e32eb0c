import type { Label } from '../../domain/label';

export type Datum = 'wgs84' | 'gcj02' | 'bd09';

interface Provider {
  readonly label: Label;
  readonly datum: Datum;
  /** Complete without tiles: the embedded land layer is its map. */
  readonly standsAlone?: boolean;
}

/** The four map providers, by the code the menus and the user's settings use. */
export const providers = {
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
  /** The last zoom with tiles of its own, in the provider's own count; deeper ones are enlarged. */
  readonly maxNativeZoom?: number;
}

/** The part of the runtime configuration that maps use, with the keys of the key table. */
export interface MapServices {
  readonly tiles?: { readonly [id in ProviderId]?: TileService };
  /** Undefined until they have come; no provider is said to have none before. */
  readonly keys?: { readonly [id in ProviderId]?: string };
}

/** Why a provider has no tiles. */
export type NoTiles = 'noService' | 'noKey';

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
