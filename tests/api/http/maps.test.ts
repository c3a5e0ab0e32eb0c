import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ownPlace } from '../place';
import { declared } from './declared';
import { type TestServer, testServer } from './testServer';

const streets = randomBytes(4096);
let server: TestServer;
beforeAll(async () => {
  const place = await ownPlace(declared);
  const folder = join(place.dataDir, 'maps');
  await mkdir(folder);
  await writeFile(join(folder, 'my streets.pmtiles'), streets);
  await writeFile(join(folder, 'notes.txt'), 'private');
  const mapService =
    'https://osm.example/{z}/{x}/{y}.png#optional amap=https://a.example/{z}/{x}/{y}';
  server = await testServer({ mapService }, place);
});

const FILE = '/maptiles/my%20streets.pmtiles';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });

it.each([
  ['bytes=0-126', 0, 127],
  ['bytes=4000-4095', 4000, 4096],
  ['bytes=4000-9999', 4000, 4096],
  ['bytes=-10', 4086, 4096],
])('sends the range %s of a file of streets', async (range, from, to) => {
  const answer = await get(FILE, { range });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/4096`);
  expect(answer.headers.get('content-type')).toBe('application/vnd.pmtiles');
  expect(answer.headers.get('etag')).toBeTruthy();
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(streets.subarray(from, to));
});

it.each([
  ['a part that it has not', FILE, { range: 'bytes=5000-6000' }, 416],
  ['all of it', FILE, {}, 200],
  ['a file that is not there', '/maptiles/gone.pmtiles', {}, 404],
  ['a file of another kind', '/maptiles/notes.txt', {}, 404],
  ['a file outside of the folder', '/maptiles/..%2Fmqtt.json', {}, 404],
  ['the folder', '/maptiles/', {}, 404],
])('answers a request for %s', async (_, path, headers, status) => {
  expect((await get(path, headers)).status).toBe(status);
});

it('configures the console to use it in place of an unconfigured service', async () => {
  const { mapService } = (await (await get('/config.json')).json()) as { mapService: string };
  expect(mapService.split(' ').map((service) => service.split('#')[0])).toEqual([
    'mapWorld=/maptiles/my%20streets.pmtiles',
    'amap=https://a.example/{z}/{x}/{y}',
  ]);
  const policy = (await get('/config.json')).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' https://a.example;");
  expect(policy).not.toContain('osm.example');
});
