import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { configFile, customFolder, ownConfig } from './src/server/tools/ownConfig.ts';
import { ownServer } from './src/server/tools/ownServer.ts';
import { BuildsFirst, slowestTests } from './tests/slowest.ts';
import { placesPacked } from './tests/tools/gazetteer/placesPacked.ts';
import { versionOf } from './tests/tools/release/version.ts';

/**
 * Compresses at build time, as compressing a response costs 15 ms of CPU. Other modes than `production`, such as that
 * of tests, skip it, which halves their build time.
 */
const precompress = (): Plugin => {
  let folder = '';
  return {
    name: 'precompress',
    apply: (_, { command, mode, isSsrBuild }) =>
      command === 'build' && mode === 'production' && !isSsrBuild,
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      const worth = files.filter((file) => /\.(js|css|html|json|svg)$/.test(file));
      await Promise.all(
        worth.flatMap((file) => {
          const path = join(folder, file);
          const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
          return [
            pipeline(createReadStream(path), brotli, createWriteStream(`${path}.br`)),
            pipeline(
              createReadStream(path),
              createGzip({ level: 9 }),
              createWriteStream(`${path}.gz`),
            ),
          ];
        }),
      );
    },
  };
};

/** True for code of the console, which the server does not load. */
const isConsole = (id: string) =>
  id.includes('/src/console/') || (id.startsWith(customFolder) && id.endsWith('.tsx'));

/**
 * Groups of code that is fetched as one file. A group brings the code it needs, except what an earlier group has. Each
 * file costs a slow network a round trip, and many small files compress worse.
 */
const codeGroups = [
  { name: 'start', tags: ['$initial' as const] },
  // What the login page shares with the console, and what it shares with lists only.
  {
    name: 'look',
    test: new RegExp(
      [
        '@mui/material/(Alert|Box|Button|CircularProgress|CssBaseline|InputAdornment|OutlinedInput)/',
        '@mui/(system|material/utils|utils/(?!useRoving))',
        '@mui/icons-material/(Translate|Visibility)',
        'src/console/look/(BrandMark|theme)',
        'src/fields/views/loadable',
        'src/domain/system',
      ].join('|'),
    ),
  },
  { name: 'inputs', test: /@mui\/material\/(FormControl|FormHelperText|InputLabel|Tabs?)\// },
  // With two small files that lists and the map share.
  { name: 'console', test: /src\/console\/(shell\/start|app\/useIsInUse|data\/refusal)/ },
  { name: 'resources', test: (id: string) => id === configFile || /resources\.config/.test(id) },
  // Small files that many pages share. Without it a list would load the map for an icon.
  {
    name: 'shared',
    test: /@mui\/(icons-material|material\/Skeleton)\/|IconButtonWithTooltip|ToolButton|src\/domain\//,
    minShareCount: 6,
  },
  { name: 'map', test: /src\/console\/pages\/map\/index/ },
  // A lock's card on the map has these too, without the list.
  { name: 'operations', test: /src\/console\/operations\/offer\/buttons/ },
  { name: 'held-rows', test: /src\/console\/(app\/heldRows|entity\/list\/state\/groups)/ },
  { name: 'playback-links', test: /src\/console\/pages\/playback\/links/ },
  { name: 'list', test: /src\/console\/(entity\/index|shell\/TwinTabs)/ },
  // The list beside the map, and what a lock's card shares with it.
  { name: 'fleet-list', test: /src\/console\/pages\/map\/FleetList/ },
];

const server = {
  main: 'src/server/main.ts',
  replay: 'src/demo/replay/replay.ts',
  load: 'src/demo/load/load.ts',
  configCheck: 'src/server/tools/configCheck.ts',
  configPlan: 'src/server/tools/configPlan.ts',
  logVerify: 'src/server/tools/logVerify.ts',
  countsRepair: 'src/server/tools/countsRepair.ts',
  backup: 'src/server/tools/backup.ts',
  admin: 'src/server/admin.ts',
  demoRemove: 'src/demo/demoRemove.ts',
};

/**
 * Files of the long rounds alone: they build a copy of the project, start or kill servers again and again, wait for locks
 * of tables, or run on PGlite, which is for a demo. A project's `exclude` would replace that of the command line, so
 * `include` leaves them out.
 */
const LONG_ONLY = [
  'tests/api/start/{admin,configCheck,demoPasswords,dev,foreignHost,outage}.test.ts',
  'tests/api/{db/{pglite,schemaChange},demo/load,http/watch}.test.ts',
  'tests/robustness/{backup,brokerGroup,commands,effects,files,killedJobs,killedServer,olderRelease,release,reports,rollingRestart,rules,twoServers,waitingStart}.test.ts',
];

/** Tests that use a database, a broker or processes. */
const serverTests = {
  isolate: false,
  // Twice the number of cores: half of the time the tests wait for processes that start and end.
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  globalSetup: 'tests/api/postgres.ts',
  setupFiles: 'tests/api/setup.ts',
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ownServer, placesPacked, precompress(), ownConfig],
  define: {
    'import.meta.env.RELEASE': JSON.stringify(versionOf(process.env.SEALDESK_CONFIG || undefined)),
  },
  // Loading its 460 files one by one takes 300 ms and 28 MB.
  ...(isSsrBuild && { ssr: { noExternal: ['typebox'] } }),
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        // Configuration errors report source lines.
        sourcemap: true,
        ssrEmitAssets: true,
        rolldownOptions: {
          input: server,
          external: isConsole,
          // A separate file beside its places.
          output: {
            codeSplitting: { groups: [{ name: 'places', test: /gazetteer\/placesFile/ }] },
          },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2023',
        rolldownOptions: { output: { codeSplitting: { groups: codeGroups } } },
      },
  test: {
    // Timeouts only against hanging: a busy machine must not fail a test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // A test that needs a retry is defective; the reporter lists it.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', slowestTests],
    benchmark: { reporters: ['./tests/bench/table.ts'] },
    sequence: { sequencer: BuildsFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          // Loading the same modules for each file took three quarters of the time.
          isolate: false,
          maxWorkers: '100%',
          setupFiles: 'tests/unit/setup.ts',
          // The ES modules of jsencrypt lack file extensions, which Node requires.
          server: { deps: { inline: ['jsencrypt'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: [
            'tests/api/**/*.test.ts',
            'tests/robustness/**/*.test.ts',
            ...LONG_ONLY.map((file) => `!${file}`),
          ],
          provide: { long: false },
          ...serverTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          // The others are files that `api` runs with fewer rounds.
          include: [
            ...LONG_ONLY,
            'tests/api/commands/sharedLock.test.ts',
            'tests/api/db/queryLimits.test.ts',
            'tests/api/devices/acknowledged.test.ts',
            'tests/api/fleet/snapshot.test.ts',
            'tests/api/http/{evidence,largeSheets}.test.ts',
            'tests/api/jobs/{exportJob,servers}.test.ts',
            'tests/api/notify/alarmDay.test.ts',
            'tests/api/reports/{dashboardFigures,reportFigures}.test.ts',
            'tests/api/walk/walk.test.ts',
            'tests/robustness/{commands,reports}.test.ts',
            'tests/robustness/engine/{killing,starting,using}.test.ts',
          ],
          provide: { long: true },
          ...serverTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'bench',
          include: [],
          benchmark: { include: ['tests/bench/*.bench.ts'] },
          runner: 'tests/bench/runner.ts',
          // One file at a time, each in a process of its own, so that rows share neither cores nor servers.
          isolate: true,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          // The memory for new objects that `npm start` gives the server.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
    ],
  },
}));
