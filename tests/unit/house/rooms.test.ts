import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrowsBetween, circlesIn, importsIn, sourceFiles } from './imports';

/** Rooms of the console from top to bottom: each imports only from those below it. */
const CONSOLE = ['shell', 'pages', 'entity', 'operations', 'maps', 'app', 'data', 'look', 'i18n'];

/** Parts of `console/operations` from top to bottom. */
const OPERATIONS = ['root', 'tickets', 'dialog', 'send', 'offer'];

/** Parts of `server/fleet` from top to bottom. `ground` is what files of its root say to all of them. */
const FLEET = [
  'root',
  'reports',
  'places',
  'presence',
  'live',
  'log',
  'commands',
  'link',
  'ground',
];

/** Parts of `server/db` from top to bottom. */
const DB = ['root', 'backup', 'queries', 'schema', 'migrations', 'sql', 'tables', 'engine'];

/** Parts of `console/entity/list` from top to bottom. */
const LIST = ['root', 'bar', 'table', 'state'];

/** Parts of `demo` from top to bottom. */
const DEMO = ['root', 'seed', 'load', 'replay', 'locks', 'world'];

/** First folder below another; `root` for its own files. */
const roomBelow = (folder: string) => (file: string) => {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [room = '', ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? room : 'root';
};

const backwards = (arrows: ReadonlyMap<string, string>, order: readonly string[]) =>
  [...arrows].filter(([arrow]) => {
    const [from = '', to = ''] = arrow.split(' > ');
    return order.indexOf(from) > order.indexOf(to);
  });

describe('rooms of the console', () => {
  const imports = importsIn('src/console');

  it.each([
    ['the console', 'src/console', CONSOLE],
    ['operations', 'src/console/operations', OPERATIONS],
    ['a list', 'src/console/entity/list', LIST],
  ])('%s imports downwards only', (_, folder, order) => {
    const arrows = arrowsBetween(imports, roomBelow(folder));
    expect(backwards(arrows, order)).toEqual([]);
    const rooms = new Set([...arrows.keys()].flatMap((arrow) => arrow.split(' > ')));
    expect([...rooms].sort()).toEqual([...order].sort());
  });
});

describe('rooms of the server', () => {
  // `main.ts` puts server, demo and configuration together.
  const entries = ['src/server/main.ts', 'src/server/tools/'];
  const roomOf = (file: string) =>
    entries.some((entry) => file.startsWith(entry))
      ? 'entries'
      : file.startsWith('src/demo/')
        ? 'demo'
        : roomBelow('src/server')(file);
  const arrows = arrowsBetween(importsIn('src/server', 'src/demo'), roomOf);

  it('import each other without a cycle', () => {
    expect(circlesIn(arrows)).toEqual([]);
  });

  it('import the shipped declarations as types only, in one file', () => {
    const readers = sourceFiles('src/server')
      .filter((file) => !entries.some((entry) => file.startsWith(entry)))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^.*\bfrom '[./]*\/resources(\/[^']*)?';$/gm)].map(
          ([line]) => `${file}: ${line}`,
        ),
      );
    expect(readers).toEqual([
      "src/server/db/tables/tables.ts: import type * as resources from '../../../resources';",
    ]);
  });

  it('are checked without the DOM, but for programs that read the configuration', () => {
    const { compilerOptions, exclude } = JSON.parse(
      readFileSync('src/server/tsconfig.json', 'utf8'),
    );
    expect(compilerOptions.lib).toEqual(['ES2023']);
    const programs = [...sourceFiles('src/server'), ...sourceFiles('src/demo')].filter((file) =>
      readFileSync(file, 'utf8').includes("/resources.config'"),
    );
    expect(exclude).toEqual(programs.map((file) => relative('src/server', file)).sort());
  });

  it('of the fleet import downwards only', () => {
    const ground = ['src/server/fleet/state.ts', 'src/server/fleet/changeSignal.ts'];
    const room = roomBelow('src/server/fleet');
    const roomsOfFleet = arrowsBetween(importsIn('src/server/fleet'), (file) =>
      ground.includes(file) ? 'ground' : room(file),
    );
    expect(backwards(roomsOfFleet, FLEET)).toEqual([]);
    const rooms = new Set([...roomsOfFleet.keys()].flatMap((arrow) => arrow.split(' > ')));
    expect([...rooms].sort()).toEqual([...FLEET].sort());
  });

  it.each([
    ['the database', 'src/server/db', DB],
    ['the demo', 'src/demo', DEMO],
  ])('of %s import downwards only', (_, folder, order) => {
    const arrowsBelow = arrowsBetween(importsIn(folder), roomBelow(folder));
    expect(backwards(arrowsBelow, order)).toEqual([]);
    const rooms = new Set([...arrowsBelow.keys()].flatMap((arrow) => arrow.split(' > ')));
    expect([...rooms].sort()).toEqual([...order].sort());
  });

  it('import at most 100 others', () => {
    expect(arrows.size).toBeLessThanOrEqual(100);
  });
});

describe('the source', () => {
  it('imports no file in a circle', () => {
    expect(circlesIn(arrowsBetween(importsIn('src'), (file) => file))).toEqual([]);
  });

  it('has at most 95 folders', () => {
    const files = readdirSync('src', { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isDirectory()).length).toBeLessThanOrEqual(95);
  });
});

describe('circlesIn', () => {
  it.each([
    ['a cycle of two', ['a > b', 'b > a'], 2],
    ['a cycle of three', ['a > b', 'b > c', 'c > a'], 3],
    ['a fork', ['a > b', 'a > c', 'b > c'], 0],
  ])('counts %s', (_, arrows, count) => {
    expect(circlesIn(new Map(arrows.map((arrow) => [arrow, 'x'])))).toHaveLength(count);
  });
});
