import type { MapServices, ProviderId } from '../../maps';

const PROVIDER = '{provider}';

/**
 * Where the tiles of every provider come from.
 * @param mapService the deployment's map service: a template of tiles with `{z}`, `{x}`, `{y}` and `{provider}`, which
 * becomes `amap`, `google`, `baidu` or `mapWorld`; a template without `{provider}` is of the World map, a plain
 * address the base of `/{provider}/{z}/{x}/{y}.png`, '' no service at all
 * @param ids the providers there are
 */
export const mapServicesOf = (mapService: string, ids: readonly ProviderId[]): MapServices => {
  if (!mapService) return {};
  const isTemplate = mapService.includes('{z}');
  if (isTemplate && !mapService.includes(PROVIDER))
    return { tiles: { mapWorld: { url: mapService } } };
  const template = isTemplate
    ? mapService
    : `${mapService.replace(/\/+$/, '')}/${PROVIDER}/{z}/{x}/{y}.png`;
  return {
    tiles: Object.fromEntries(ids.map((id) => [id, { url: template.replaceAll(PROVIDER, id) }])),
  };
};
