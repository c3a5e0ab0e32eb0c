import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { describe } from 'vitest';
import { LIVE_COLUMNS, type LiveDevice } from '../../src/domain/live';
import { packedColumns } from '../../src/domain/liveColumns';
import { PART_SIZE } from '../../src/server/fleet/live/snapshot';
import { findBrowser } from '../e2e/findBrowser';
import { packSourceOf } from '../unit/console/maps/fleet/device';
import { randomSource } from '../unit/domain/geo/random';
import type { Kind } from './map/page';
import { bench, closeAtEnd, createPageClock } from './strictBench';

/** `LOCKS=20000 npm run bench` for fewer. */
const LOCKS = Number(process.env.LOCKS ?? 100_000);

const random = randomSource(11);
const randomInt = (below: number) => Math.floor(random() * below);
const now = Date.now();

/** Places of locks in and around some hundred towns. Most locks reported a moment ago. */
const towns = Array.from({ length: 300 }, () => [20 + random() * 24, 85 + random() * 38] as const);
const fleet = Array.from({ length: LOCKS }, (_, i): LiveDevice => {
  const [lat, lon] = towns[randomInt(towns.length)] ?? [0, 0];
  const isOnline = random() < 0.8;
  const isMoving = isOnline && random() < 0.5;
  const report_time = now - randomInt(isOnline ? 600_000 : 30 * 86_400_000);
  return {
    sn: `SL${String(i).padStart(8, '0')}`,
    device_name: `Lorry ${i}`,
    org_id: 1 + (i % 20),
    status: ([2, 2, 2, 0, 1, 3] as const)[randomInt(6)] ?? 2,
    communicate_status: isOnline ? 1 : 0,
    electric: randomInt(100),
    lat: lat + (random() - 0.5) * 2,
    lon: lon + (random() - 0.5) * 2,
    speed: isMoving ? randomInt(900) / 10 : 0,
    course: isMoving ? randomInt(360) : 0,
    positionType: 0,
    position_time: report_time - randomInt(20) * 1000,
    report_time,
    alarms: random() < 0.03 ? 1 : 0,
    protocol: 0,
    lent: null,
  };
});

const rows = JSON.stringify(fleet.map((device) => LIVE_COLUMNS.map((name) => device[name])));
const byPlace = [...fleet].sort((a, b) => (a.lon ?? 0) - (b.lon ?? 0));
const parts = Array.from({ length: Math.ceil(LOCKS / PART_SIZE) }, (_, part) => {
  const devices = byPlace.slice(part * PART_SIZE, (part + 1) * PART_SIZE);
  devices.sort((a, b) => (a.sn < b.sn ? -1 : 1));
  const columns = packedColumns(packSourceOf(devices));
  return JSON.stringify({ columns });
});

const megabytes = (texts: readonly string[], level: number) =>
  (texts.reduce((sum, text) => sum + gzipSync(text, { level }).length, 0) / 1e6).toFixed(2);
console.log(
  `${LOCKS} locks on the line: ${megabytes(parts, 6)} MB in ${parts.length} parts; baseline, rows: ${megabytes([rows], 1)} MB`,
);

const outDir = await mkdtemp(join(tmpdir(), 'sealdesk-map-'));
closeAtEnd(() => rm(outDir, { recursive: true, force: true }));
const root = resolve(import.meta.dirname, 'map');
const quiet = { configFile: false, logLevel: 'warn', root } as const;
await build({
  ...quiet,
  worker: { format: 'es' },
  build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5_000 },
});
const server = await preview({ ...quiet, build: { outDir }, preview: { port: 0 } });
closeAtEnd(() => server.close());
const launchOptions = await findBrowser('measures');
const browser = await chromium.launch({
  ...launchOptions,
  args: [
    ...(launchOptions?.args ?? []).filter((arg) => arg !== '--disable-gpu'),
    '--enable-unsafe-swiftshader',
  ],
});
closeAtEnd(() => browser.close());
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(server.resolvedUrls?.local[0] ?? '');
await page.evaluate(([...args]) => window.benchPage.give(...args), [LOCKS, parts, rows] as const);

const { measured, now: measuredTime } = createPageClock();
const of = (iterations: number) => ({
  now: measuredTime,
  iterations,
  time: 0,
  warmupIterations: 1,
  warmupTime: 0,
});

const kinds: readonly (readonly [string, Kind, number])[] = [
  ['baseline: MapLibre, clustering', 'maplibre', 3],
  ['leaflet.markercluster', 'markercluster', 2],
  ['grid', 'ours', 8],
];

/** Longest task of each load. Measured together with the load, printed afterwards. */
const longest: Record<Kind, number[]> = { maplibre: [], markercluster: [], ours: [] };

describe(`first picture of ${LOCKS} locks`, () => {
  for (const [name, kind, iterations] of kinds) {
    const load = async () => {
      const result = await page.evaluate((of) => window.benchPage.load(of), kind);
      longest[kind].push(result.longest);
      return result.drawn;
    };
    bench(name, measured(load), of(iterations));
  }
});

describe('longest task meanwhile, at least 50 ms', () => {
  for (const [name, kind, iterations] of kinds) {
    let next = 0;
    const sample = async () => Math.max(50, longest[kind][next++ % longest[kind].length] ?? 0);
    bench(name, measured(sample), of(iterations));
  }
});

describe('moving 1 % of them', () => {
  for (const [name, kind, iterations] of kinds) {
    const move = () => page.evaluate((of) => window.benchPage.move(of), kind);
    bench(name, measured(move), of(iterations * 4));
  }
});

describe('a keystroke in the search', () => {
  const texts = ['l', 'lo', 'lor', '77', 'sl0000', '0012'];
  let key = 0;
  for (const [name, kind] of [
    ['baseline: each device in lower case', 'baseline'],
    ['fleet', 'ours'],
  ] as const) {
    const search = () =>
      page.evaluate(([of, text]) => window.benchPage.search(of, text), [
        kind,
        texts[key++ % texts.length] ?? '',
      ] as const);
    bench(name, measured(search), of(24));
  }
});
