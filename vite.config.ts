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
 * leaflet-draw 1.0.4 and protomaps-leaflet 5.1.0 read a global L, and leaflet-draw lacks two `var` declarations. Both
 * break every production build.
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
 * Replaces polyfills of native functions, an unused helper of emotion, and lodash's isEqual by one of a twentieth of
 * its size. Saves eleven kilobytes compressed.
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
 * Removes unused parts of libraries, some fifteen kilobytes compressed on every page: MUI's ripple, axios' adapters and
 * helpers except those for uploads with progress, and a gzip decoder for old browsers. Parts that standard components
 * of react-admin may use stay.
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
    // The assignment of a debug name would prevent the removal of unused components.
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

/** Merges the place files at build time; at run time it would delay each start by half a second. */
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

const icons = (names: string) => `@mui/icons-material/(${names})\\.`;
const mui = (names: string) => `@mui/material/(${names})/`;

/**
 * Code that is loaded together. Each file costs a round trip on a slow network, and small files compress worse. A group
 * includes its dependencies, unless an earlier group has them; so code that pages share without the rest of a group is
 * in an earlier one. The groups:
 * - start: shared by the login page and the console
 * - form: shared by the login page and forms, not used by the map
 * - console: the frame
 * - views: values, and the components that show them on the first page
 * - dialogs: shared by reports and lists
 * - sheets, virtual: shared by lists and the dialogs over a map
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
  // Twice the number of cores: half of the time the tests wait for processes that start and end.
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
        // Configuration errors report source lines.
        sourcemap: true,
        ssrEmitAssets: true,
        rolldownOptions: {
          input: server,
          external: [/\/src\/console\//],
          // A separate file beside its places.
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
    // Timeouts only against hanging: a busy machine must not fail a test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // A test that needs a retry is defective; the reporter lists it.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', slowestTests],
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
          include: ['tests/api/**/*.test.ts', 'tests/robustness/**/*.test.ts'],
          provide: { long: false },
          ...serverTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          // Files that `api` runs with fewer rounds.
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
