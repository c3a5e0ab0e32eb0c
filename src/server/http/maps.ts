import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Says that no street service is wanted for the World map. */
const OFF = 'off';

/** Streets of the World map where nobody named others: used where the browser reaches them. */
const OPENSTREETMAP =
  'https://tile.openstreetmap.org/{z}/{x}/{y}.png' +
  '#maxZoom=19&attribution=%C2%A9+OpenStreetMap+contributors' +
  '&link=https://www.openstreetmap.org/copyright&optional';

/**
 * The deployment's map services: those it names, and OpenStreetMap for the World map unless `off` is among them.
 * @param setting separated by spaces, as the console's `parseMapServices` reads it
 */
export const mapServicesOf = (setting = ''): string => {
  const services = setting.split(/\s+/).filter((service) => service !== '');
  const ownServices = services.filter((service) => service !== OFF);
  return (services.includes(OFF) ? ownServices : [OPENSTREETMAP, ...ownServices]).join(' ');
};

const ARCHIVE = '.pmtiles';

/** Where the files of the folder are served. */
const MAPS_URL = '/maptiles';

const isOptional = (service: string) => /#.*\boptional\b/.test(service);

/**
 * The folder for maps, `maps` in the data folder, and the services with the streets that lie there: a PMTiles file in it
 * takes the place of the service that is used where nobody named another. Looked at once.
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

/** Serves PMTiles files in the parts that browsers ask for. They hold what any map shows, and need no session. */
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
