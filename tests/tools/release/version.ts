import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Manifest {
  readonly version: string;
  readonly engines: object;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export const readManifest = (): Manifest => JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the version of a release. That of another configuration has its name: `../harbour.config.ts` is `+harbour`. */
export const versionOf = (config: string | undefined): string => {
  const { version } = readManifest();
  if (config === undefined) return version;
  const name = basename(config).replace(/(\.config)?\.\w+$/, '');
  return `${version}+${name.replace(/[^\w.-]|_/g, '-')}`;
};
