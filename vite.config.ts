import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { mergePlaces } from './src/server/gazetteer/joinPlaces';
import { ownServer } from './src/server/tools/ownServer';
import { slowestTests } from './tests/slowest.ts';

/**
 * leaflet-draw 1.0.4 and protomaps-leaflet 5.1.0 read a global L, and the former forgets two `var`s: both break every
 * production build.
 */
const legacyLeaflet: Plugin = {
  name: 'legacy-leaflet',
  transform: (code, id) => {
    const [, name] = /[\\/](leaflet-draw|protomaps-leaflet)[\\/]dist[\\/].+\.js/.exec(id) ?? [];
    if (!name) return undefined;
    const forgotten = name === 'leaflet-draw' ? 'var type, radius;\n' : '';
    return { code: `import L from 'leaflet';\n${forgotten}${code}`, map: null };
  },
};

/**
 * What libraries take from packages for old engines, what of emotion's nobody uses, and a comparison of values in a
 * twentieth of its size: eleven kilobytes compressed.
 */
const natives: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries;',
  hasown: 'module.exports = Object.hasOwn;',
  'hoist-non-react-statics': 'module.exports = (target) => target;',
  'lodash/isEqual.js': "module.exports = require('dequal').dequal;",
};

const nativeInstead: Plugin = {
  name: 'native-instead',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) =>
    Object.hasOwn(natives, id) ? `\0native/${id.replaceAll('/', '+')}.cjs` : undefined,
  load: (id) =>
    id.startsWith('\0native/') ? natives[id.slice(8, -4).replaceAll('+', '/')] : undefined,
};

const refusal = (what: string) =>
  `throw new Error('${what} is left out of the build: see vite.config.ts');`;
const absent = (what: string) => `() => { ${refusal(what)} }`;

/**
 * What libraries carry for uses that nobody has here, some fifteen kilobytes compressed on every page: MUI's ripple;
 * axios' ways to send but the one that tells of an upload's progress, and to write forms and queries; a reader of gzip
 * for browsers without one. What a stock component of react-admin may want stays.
 */
const leftOut: readonly { file: RegExp; without: (code: string) => string }[] = [
  {
    file: /axios\/lib\/adapters\/fetch\.js$/,
    without: () => 'export const getFetch = null; export default null;',
  },
  {
    file: /axios\/lib\/(helpers\/(HttpStatusCode|AxiosURLSearchParams|formDataToJSON|toFormData|toURLEncodedForm)|cancel\/CancelToken)\.js$/,
    without: () => `export default ${absent('This part of axios')};`,
  },
  {
    file: /@mui\/material\/ButtonBase\/TouchRipple\.mjs$/,
    without: () => 'export default () => null;',
  },
  {
    // A name for debuggers keeps forms, sheets of scrolls and the like that nobody uses.
    file: /react-router\/dist\/.+\.mjs$/,
    without: (code) => code.replaceAll(/^\w+\.displayName = .+;$/gm, ''),
  },
  {
    file: /pmtiles\/dist\/index\.js$/,
    without: (code) =>
      code
        .replace(/return decompressSync\(.+\);/, refusal('Gzip'))
        .replaceAll(
          /= decompressSync\(new Uint8Array\((\w+)\)\)/g,
          '= yield defaultDecompress($1, 2)',
        ),
  },
];

const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform: (code, id) => {
    const found = leftOut.find(({ file }) => file.test(id));
    return found && { code: found.without(code), map: null };
  },
};

/** Joining the sources of the places would hold up each start by half a second. */
const placesJoined: Plugin = {
  name: 'places-joined',
  apply: 'build',
  load(id) {
    if (!id.endsWith('/gazetteer/joinPlaces.ts')) return undefined;
    const source = JSON.stringify(mergePlaces());
    this.emitFile({ type: 'asset', fileName: 'assets/places.json', source });
    return `import { readFileSync } from 'node:fs';
      const file = new URL('./places.json', import.meta.url);
      export const mergePlaces = () => JSON.parse(readFileSync(file, 'utf8'));`;
  },
};

/**
 * Compressing at build time costs a request nothing; on the fly it costs 15 ms of CPU. What is built in another mode than
 * `production`, as tests do, takes half the time without it.
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

const icons = (names: string) => `@mui/icons-material/(${names})\\.`;
const mui = (names: string) => `@mui/material/(${names})/`;

/**
 * Code that is fetched as one: each file costs a slow network a round trip, and many small ones are compressed each for
 * itself, and worse. A group brings along what it needs, unless a group before it has that; so what pages share that do
 * without the rest of a group stands in one before it. What is in it:
 * - start: what the login page shares with the console
 * - form: what the login page shares with forms, and the map does without
 * - console: the frame
 * - views: values, and what the first page shows them in
 * - dialogs: what reports share with lists
 * - sheets, virtual: what dialogs that open over a map share with lists
 * - list: a declared page
 */
const codeGroups = Object.entries({
  start: [
    'node_modules/(react|react-dom|scheduler)/',
    mui(
      'Button|IconButton|Paper|Typography|InputAdornment|Box|Alert|CssBaseline|OutlinedInput|InputBase',
    ),
    '@mui/utils/(useSlotProps|contains|setRef)',
    '@mui/(private-theming|system/ThemeProvider)',
    '@mui/material/(utils/|transitions/useReducedMotion)',
    '/(Visibility|Download|Translate)\\w*\\.m?js',
    'preload-helper',
    'src/(domain/(label|system)|config|console/(data/session|look/(theme|palette|components|BrandMark)|i18n/(index|language)\\.ts)|protocol)',
  ],
  form: [
    mui('FormLabel|FormHelperText|InputLabel|Tab|Tabs|TabScrollButton'),
    '@mui/material/(FormControl/(FormControl|formControlClasses)|internal/animate)\\.',
    '@mui/utils/(useRovingTabIndex|fastObjectShallowCompare)',
    '/KeyboardArrow(Left|Right)\\.m?js',
  ],
  console: [
    'src/(console/shell/start\\.tsx|domain/fence\\.ts)$',
    icons(
      'Add|ArrowForward|Check|CheckBox|CheckBoxOutlineBlank|DeleteOutlined|EditOutlined|ExpandLess',
    ),
  ],
  views: [
    'src/(fields/views\\.ts|console/(look/(RetryAlert|charts/charts)\\.tsx|pages/playback/address\\.ts))$',
    mui('Table|TableBody|TableCell|TableRow|LinearProgress'),
    icons('ContentCopy|Link'),
  ],
  dialogs: [
    'src/fields/form\\.tsx$',
    mui('Dialog|DialogActions|DialogContent|DialogTitle|Checkbox'),
    icons('BookmarkAddOutlined'),
    'svg-icons/(First|Last)Page\\.',
    'ra-core/dist/dataProvider/useCreate\\.',
  ],
  sheets: [
    'src/(fields/recordSchema|console/entity/(fieldsOf|slots))\\.tsx?$',
    mui('Drawer'),
    '@hookform/resolvers/yup/',
  ],
  virtual: ['@tanstack/react-virtual/'],
  list: ['src/console/entity/EntityScreen\\.tsx$'],
}).map(([name, modules]) => ({ name, test: new RegExp(modules.join('|')) }));

const server = {
  main: 'src/server/main.ts',
  replay: 'src/server/tools/replay.ts',
  configCheck: 'src/server/tools/configCheck.ts',
  logVerify: 'src/server/tools/logVerify.ts',
  countsRepair: 'src/server/tools/countsRepair.ts',
  demoRemove: 'src/server/tools/demoRemove.ts',
  worldFloor: 'src/server/tools/worldFloor/index.ts',
};

/** Tests that use a database, a broker or processes. */
const serverTests = {
  isolate: false,
  // Twice the cores that the tests are meant for: half of their time they wait for processes that start and end.
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  globalSetup: 'tests/api/postgres.ts',
  setupFiles: 'tests/api/setup.ts',
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    legacyLeaflet,
    ownServer,
    nativeInstead,
    placesJoined,
    precompress(),
    ...(isSsrBuild ? [] : [withoutUnused]),
  ],
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        // Errors in the configuration name lines of its source.
        sourcemap: true,
        ssrEmitAssets: true,
        rolldownOptions: {
          input: server,
          external: [/\/src\/console\//],
          // In a file of its own, which lies beside its places.
          output: {
            codeSplitting: { groups: [{ name: 'places', test: /gazetteer\/joinPlaces/ }] },
          },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2023',
        rolldownOptions: { output: { codeSplitting: { groups: codeGroups } } },
      },
  optimizeDeps: { exclude: ['leaflet-draw', 'protomaps-leaflet'], include: ['leaflet'] },
  test: {
    // Limits against hanging, not measures: a machine that is busy makes no test fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // A test that needs a second try is a defect: the reporter names it.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', slowestTests],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          // Loading the same modules anew for each file took three quarters of the time.
          isolate: false,
          maxWorkers: '100%',
          setupFiles: 'tests/unit/setup.ts',
          // The library's ES modules lack file extensions, which Node alone does not forgive.
          server: { deps: { inline: ['jsencrypt'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/robustness/**/*.test.ts'],
          provide: { long: false },
          ...serverTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          // The files of `api` whose rounds are short there.
          include: [
            'tests/api/http/{evidence,largeSheets}.test.ts',
            'tests/api/jobs/servers.test.ts',
            'tests/api/system/alarmDay.test.ts',
            'tests/api/walk/walk.test.ts',
            'tests/robustness/{commands,reports}.test.ts',
            'tests/robustness/engine/{killing,starting}.test.ts',
          ],
          provide: { long: true },
          ...serverTests,
        },
      },
    ],
  },
}));
