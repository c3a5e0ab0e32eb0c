import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Setting that turns the default street service off. */
const OFF = 'off';

/** Default streets of the World map. `optional` makes the console use them only if the browser can reach them. */
const OPENSTREETMAP =
  'https://tile.openstreetmap.org/{z}/{x}/{y}.png' +
  '#maxZoom=19&attribution=%C2%A9+OpenStreetMap+contributors' +
  '&link=https://www.openstreetmap.org/copyright&optional';

/**
 * Returns the map services of a deployment: those in the setting, preceded by OpenStreetMap for the World map unless
 * the setting contains `off`.
 * @param setting services separated by spaces, in the syntax of the console's `parseMapServices`
 */
export const mapServicesOf = (setting = ''): string => {
  const services = setting.split(/\s+/).filter((service) => service !== '');
  const ownServices = services.filter((service) => service !== OFF);
  return (services.includes(OFF) ? ownServices : [OPENSTREETMAP, ...ownServices]).join(' ');
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
