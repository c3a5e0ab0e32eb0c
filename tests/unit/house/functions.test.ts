import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const MAX_LINES = 100;

/** Functions that are still longer, with their highest number of lines. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  'src/console/pages/map/MapSearch.tsx MapSearch': 157,
  'src/server/fleet/openFleet.ts openFleet': 190,
  'src/server/fleet/presence/presence.ts createPresenceTracker': 111,
  'src/server/notify/send.ts createSender': 147,
};

interface MeasuredFunction {
  /** File and name; an anonymous function has the name of the declaration around it. */
  readonly name: string;
  readonly lines: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: Node | null;
  readonly key?: Node;
  readonly name?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'];

/** Measures the functions of a module, from their first parameter or keyword to their end. */
const measure = (path: string, code: string): MeasuredFunction[] => {
  const measured: MeasuredFunction[] = [];
  const visit = (value: unknown, outerName: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, outerName);
    if (!isNode(value)) return;
    const ownName = (value.id ?? value.key)?.name;
    const name = typeof ownName === 'string' ? ownName : outerName;
    if (FUNCTIONS.includes(value.type)) {
      const lines = code.slice(value.start, value.end).split('\n').length;
      measured.push({ name: `${path} ${name}`, lines });
    }
    for (const child of Object.values(value)) visit(child, name);
  };
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body, 'anonymous');
  return measured;
};

/** Lists functions over their limit, and exceptions without need. */
const violations = (
  functions: readonly MeasuredFunction[],
  exceptions: Readonly<Record<string, number>>,
): string[] => {
  const long = functions.filter(({ lines }) => lines > MAX_LINES);
  const tooLong = long.filter(({ name, lines }) => lines > (exceptions[name] ?? MAX_LINES));
  const unneeded = Object.keys(exceptions).filter(
    (name) => !long.some((each) => each.name === name),
  );
  return [
    ...tooLong.map(
      ({ name, lines }) => `${name} has ${lines} lines, over ${exceptions[name] ?? MAX_LINES}`,
    ),
    ...unneeded.map((name) => `${name} needs no exception any more`),
  ];
};

it(`no function of src has over ${MAX_LINES} lines, except those listed`, () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).sort();
  const functions = paths
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => measure(`src/${path}`, readFileSync(`src/${path}`, 'utf8')));
  expect(functions.length).toBeGreaterThan(1_000);
  expect(violations(functions, EXCEPTIONS)).toEqual([]);
});

describe('violations', () => {
  const f = (lines: number) => [{ name: 'a.ts f', lines }];

  it.each([
    ['a short function', f(100), {}, []],
    ['a new long function', f(101), {}, ['a.ts f has 101 lines, over 100']],
    ['an exception', f(120), { 'a.ts f': 120 }, []],
    ['an exception that grew', f(121), { 'a.ts f': 120 }, ['a.ts f has 121 lines, over 120']],
    [
      'an exception that became short',
      f(100),
      { 'a.ts f': 120 },
      ['a.ts f needs no exception any more'],
    ],
    [
      'an exception without a function',
      [],
      { 'a.ts f': 120 },
      ['a.ts f needs no exception any more'],
    ],
  ])('reports %s', (_, functions, exceptions, expected) => {
    expect(violations(functions, exceptions)).toEqual(expected);
  });
});

it('finds each kind of function by its name', () => {
  const code = [
    'const arrow = (x: number) => {\n  return x;\n};',
    'function declared() {\n}',
    'class C { method() {\n\n  return 1;\n} }',
    'const View = memo(() => <p>\n</p>);',
    'const table = { key: async () => {\n} };',
  ].join('\n');
  expect(measure('a.tsx', code)).toEqual([
    { name: 'a.tsx arrow', lines: 3 },
    { name: 'a.tsx declared', lines: 2 },
    { name: 'a.tsx method', lines: 4 },
    { name: 'a.tsx View', lines: 2 },
    { name: 'a.tsx key', lines: 2 },
  ]);
});
