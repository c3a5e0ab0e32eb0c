import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ownValue } from '../../domain/ownValue';

/** Setting that turns the default street service off. */
const OFF = 'off';

/** Default streets of the World map. `optional` makes the console use them only if the browser can reach them. */
const OPENSTREETMAP =
  'https://tile.openstreetmap.org/{z}/{x}/{y}.png' +
  '#maxZoom=19&attribution=%C2%A9+OpenStreetMap+contributors' +
  '&link=https://www.openstreetmap.org/copyright&optional';

const optionsOf = (options: Readonly<Record<string, string>>) => new URLSearchParams(options);

/** Google's Map Tiles API. It needs a key and a session, and its attribution depends on the view. */
const GOOGLE =
  'google=https://tile.googleapis.com/v1/2dtiles/{z}/{x}/{y}?session={session}&key={key}' +
  `#${optionsOf({ maxZoom: '22', attribution: 'Google Maps', link: 'https://www.google.com/intl/en_US/help/terms_maps/' })}`;

/**
 * Services that a setting can name by a word. Amap and Baidu have no official tile service; these are the servers of
 * their own web maps.
 */
const NAMED: Readonly<Record<string, string>> = {
  google: GOOGLE,
  amap:
    'amap=https://webrd0{s}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}' +
    `#${optionsOf({ subdomains: '1234', maxZoom: '18', attribution: '© AutoNavi', link: 'https://lbs.amap.com/home/terms/' })}`,
  baidu:
    'baidu=https://maponline{s}.bdimg.com/tile/?qt=vtile&styles=pl&scaler=1&x={x}&y={y}&z={z}' +
    `#${optionsOf({ subdomains: '0123', maxZoom: '19', attribution: '© Baidu', link: 'https://lbsyun.baidu.com/index.php?title=open/law' })}`,
};

/**
 * Returns the map services of a deployment: those in the setting, preceded by OpenStreetMap for the World map and by
 * Google unless the setting contains `off`.
 * @param setting services separated by spaces, in the syntax of the console's `parseMapServices`; or words: `off`,
 *   `google`, `amap`, `baidu`
 * @throws Error if a word is neither of both
 */
export const mapServicesOf = (setting = ''): string => {
  const words = setting.split(/\s+/).filter((word) => word !== '');
  const services = words.filter((word) => word !== OFF).map(serviceOfWord);
  return (words.includes(OFF) ? services : [OPENSTREETMAP, GOOGLE, ...services]).join(' ');
};

/** Address of tiles, perhaps of one provider: `https://tiles.example.com`, `amap=/tiles/{z}/{x}/{y}.png`. */
const ADDRESS = /^(?:(?:amap|google|baidu|mapWorld)=)?(?:https?:\/)?\/[^/]/;

const serviceOfWord = (word: string): string => {
  const named = ownValue(NAMED, word);
  if (named !== undefined) return named;
  if (ADDRESS.test(word)) return word;
  const names = [OFF, ...Object.keys(NAMED)].join(', ');
  throw new Error(`MAP_SERVICE must be ${names}, or addresses of tiles, not ${word}`);
};

const SESSION = '{session}';

/** Returns the origin of the service that needs a session; undefined if there is none. The last service counts. */
export const sessionServiceOf = (service: string): string | undefined => {
  const address = service
    .split(/\s+/)
    .findLast((each) => each.startsWith('google='))
    ?.slice('google='.length);
  return address?.includes(SESSION) && URL.canParse(address) ? new URL(address).origin : undefined;
};

const ARCHIVE = '.pmtiles';

/** Path under which PMTiles files are served. */
const MAPS_URL = '/maptiles';

const isOptional = (service: string) => /#.*\boptional\b/.test(service);

/**
 * Opens the folder for maps, `maps` in the data folder. A PMTiles file in it replaces the optional services. The folder
 * is read once, at the start.
 */
export const openMaps = async (
  dataDir: string,
  service: string,
): Promise<{ readonly folder: string; readonly service: string }> => {
  const folder = join(dataDir, 'maps');
  await mkdir(folder, { recursive: true });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith(ARCHIVE)).sort();
  if (archive === undefined) return { folder, service };
  const otherServices = service.split(/\s+/).filter((each) => each !== '' && !isOptional(each));
  const own = `mapWorld=${MAPS_URL}/${encodeURIComponent(archive)}`;
  const about =
    'attribution=%C2%A9+OpenStreetMap+contributors&link=https://www.openstreetmap.org/copyright';
  return { folder, service: [`${own}#${about}`, ...otherServices].join(' ') };
};

/** Serves PMTiles files by ranges of bytes. They contain public maps only, so they need no session. */
export const registerMaps = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: resolve(folder),
    prefix: `${MAPS_URL}/`,
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (path) => path.endsWith(ARCHIVE),
    setHeaders: (reply) => {
      reply.header('content-type', 'application/vnd.pmtiles');
      reply.header('cache-control', 'no-cache');
    },
  });
};
