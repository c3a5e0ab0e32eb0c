import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vitest/config';

/** leaflet-draw 1.0.4 reads a global L and forgets two `var`s; both break every production build. */
const legacyLeaflet: Plugin = {
  name: 'legacy-leaflet',
  transform: (code, id) =>
    /leaflet-draw[\\/]dist[\\/]leaflet\.draw\.js/.test(id)
      ? { code: `import L from 'leaflet';\nvar type, radius;\n${code}`, map: null }
      : undefined,
};

/** Compressing at build time costs a request nothing; on the fly it costs 15 ms of CPU. */
const precompress = (folder: string): Plugin => ({
  name: 'precompress',
  apply: 'build',
  closeBundle: async () => {
    const files = await readdir(folder, { recursive: true });
    const worth = files.filter((file) => /\.(js|css|html|json|svg)$/.test(file));
    await Promise.all(
      worth.flatMap((file) => {
        const path = join(folder, file);
        const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
        return [
          pipeline(createReadStream(path), brotli, createWriteStream(`${path}.br`)),
          pipeline(createReadStream(path), createGzip({ level: 9 }), createWriteStream(`${path}.gz`)),
        ];
      }),
    );
  },
});

const server = {
  main: 'src/server/main.ts',
  replay: 'src/server/tools/replay.ts',
  configCheck: 'src/server/tools/configCheck.ts',
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), legacyLeaflet, ...(isSsrBuild ? [] : [precompress('dist/client')])],
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        rolldownOptions: { input: server, external: [/\/src\/console\//] },
      }
    : { outDir: 'dist/client', target: 'es2023', sourcemap: false },
  optimizeDeps: { exclude: ['leaflet-draw'], include: ['leaflet'] },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/robustness/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}));
