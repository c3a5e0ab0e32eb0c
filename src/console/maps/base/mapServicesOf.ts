import type { MapServices, ProviderId } from '../providers';

const PROVIDER = '{provider}';

/** A template of tiles for every provider, or a plain address as the base of `/{provider}/{z}/{x}/{y}.png`. */
const templateOf = (service: string) =>
  service.includes('{z}') ? service : `${service.replace(/\/+$/, '')}/${PROVIDER}/{z}/{x}/{y}.png`;

const ofOne = (service: string, ids: readonly ProviderId[]): [ProviderId, string][] => {
  const named = ids.find((id) => service.startsWith(`${id}=`));
  if (named) return [[named, service.slice(named.length + 1)]];
  const template = templateOf(service);
  return template.includes(PROVIDER)
    ? ids.map((id) => [id, template.replaceAll(PROVIDER, id)])
    : [['mapWorld', template]];
};

/**
 * Where the tiles of every provider come from.
 * @param mapService the deployment's map services, one or several with spaces between, each a template of tiles with
 * `{z}`, `{x}`, `{y}`, maybe `{key}` for the key of the table, and `{provider}`, which becomes `amap`, `google`, `baidu`
 * or `mapWorld`; one without `{provider}` is of the World map or, as `amap=https://…`, of the provider named; a plain
 * address is the base of `/{provider}/{z}/{x}/{y}.png`; '' is no service at all. A later one overrules.
 * @param ids the providers there are
 */
export const mapServicesOf = (
  mapService: string,
  ids: readonly ProviderId[],
): Pick<MapServices, 'tiles'> => {
  const services = mapService.split(/\s+/).filter((service) => service !== '');
  if (services.length === 0) return {};
  const urls = services.flatMap((service) => ofOne(service, ids));
  return { tiles: Object.fromEntries(urls.map(([id, url]) => [id, { url }])) };
};
