import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadedBy, sourceFiles } from './imports';

const FOLDERS = ['config', 'console', 'domain', 'fields', 'protocol', 'resources'];

/** Files that may reach the browser. */
const browserFiles = [
  'resources.config.ts',
  'src/main.tsx',
  ...FOLDERS.flatMap((folder) => sourceFiles(`src/${folder}`)),
].filter((file) => !file.startsWith('src/protocol/contracts/'));

const isSchema = (specifier: string) => /^typebox(\/|$)|\/contracts\//.test(specifier);

describe('contract schemas', () => {
  it('are loaded by no file of the browser, which imports types only', () => {
    expect(browserFiles.length).toBeGreaterThan(500);
    const loads = browserFiles.flatMap((file) =>
      loadedBy(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts')
        .filter(isSchema)
        .map((specifier) => `${file} > ${specifier}`),
    );
    expect(loads).toEqual([]);
  });

  it('are compiled in one place', () => {
    const compilers = sourceFiles('src').filter((file) =>
      loadedBy(readFileSync(file, 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').includes(
        'typebox/compile',
      ),
    );
    expect(compilers).toEqual(['src/server/calls/answering.ts']);
  });

  it.each([
    ["import { reportRun } from '../protocol/contracts/reports'", true],
    ["import { type ReportPage } from '../protocol/contracts/reports'", true],
    ["export { reportRun } from './contracts/reports'", true],
    ["const load = () => import('typebox')", true],
    ["import type { ReportPage } from '../protocol/contracts/reports'", false],
    ["export type { ReportPage } from './contracts/reports'", false],
    ["import { CALL } from '../protocol'", false],
  ])('in “%s” are loaded: %s', (source, isLoaded) => {
    expect(loadedBy(source).some(isSchema)).toBe(isLoaded);
  });
});
