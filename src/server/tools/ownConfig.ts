import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = resolve('.');
const { SEALDESK_CONFIG } = process.env;

/** The configuration that the programs are built with. */
export const configFile = resolve(SEALDESK_CONFIG || 'resources.config.ts');

/** Folder with the customer's code. It is beside a configuration of their own, and in `src` otherwise. */
export const customFolder = SEALDESK_CONFIG
  ? join(dirname(configFile), 'custom')
  : resolve('src/custom');

const packageNames = (): string[] => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.keys({ ...dependencies, ...devDependencies });
};

/**
 * Builds the configuration and the customer's code, wherever they are. They import the product as `sealdesk`, and the
 * packages of the product.
 */
export const ownConfig: Plugin = {
  name: 'own-config',
  enforce: 'pre',
  config: () => ({
    resolve: {
      alias: [
        { find: /^(\.{1,2}\/)+resources\.config$/, replacement: configFile },
        { find: /^sealdesk(?=\/)/, replacement: ROOT },
        { find: /^@custom(?=\/)/, replacement: customFolder },
      ],
    },
    // The development server.
    server: { fs: { allow: [ROOT, dirname(configFile)] } },
  }),
  // Packages that Node loads.
  configEnvironment: (name) =>
    name === 'client' ? undefined : { resolve: { dedupe: packageNames() } },
  // Packages that a browser loads. `dedupe` would also replace the versions that packages have of their own.
  resolveId(source, importer = '') {
    const isOutside =
      importer.startsWith(dirname(configFile) + sep) && !importer.startsWith(ROOT + sep);
    const isPackage = /^[@\w]/.test(source) && !isAbsolute(source);
    if (!isOutside || !isPackage || this.environment.name !== 'client') return;
    return this.resolve(source, join(ROOT, 'index.html'), { skipSelf: true });
  },
};
