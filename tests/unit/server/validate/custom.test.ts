import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { action, entity, f, page, slot, tab } from '../../../../src/config';
import type { CheckedCode } from '../../../../src/server/rules/custom';
import { assertValid, findProblems, validateConfig } from '../../../../src/server/validate';
import { configWith, thing } from './declared';

const done = async () => ({ done: 0 });
const fill = async (rows: readonly unknown[]) => rows;

const declared = thing(
  {
    hours: f.number(['Hours', '小时'], { virtual: true }),
    berth: f.text(['Berth', '泊位'], { slots: { cell: slot('Chip') } }),
  },
  { actions: { arrive: action(['Arrive', '到港']) }, slots: { top: slot('Free') } },
);
const own = configWith(declared);
const config = {
  ...own,
  pages: { ...own.pages, thing: page('Arrivals', ['thing']) },
  tabs: { thing: { notes: tab(['Notes', '备注'], 'Notes') } },
};

const rules = { thing: { actions: { arrive: done }, virtualFields: { hours: fill } } };
const components = ['Chip', 'Free', 'Notes', 'Arrivals'];
const kinds = { schemas: ['text'], views: ['text'] };
const folder = 'harbour/custom';

/** Finds the problems of the declarations with code that differs from theirs. */
const problemsWith = (changed: Partial<CheckedCode & CheckedCode['server']>): string[] => {
  const custom = { server: { rules, ...changed }, folder, components, kinds, ...changed };
  const { errors, notices } = validateConfig(config, custom);
  return [...errors, ...notices];
};

test('code with all that the declarations name is accepted', () => {
  expect(problemsWith({})).toEqual([]);
});

test.each<[string, Parameters<typeof problemsWith>[0], string[]]>([
  [
    'an action without code',
    { rules: { thing: { virtualFields: { hours: fill } } } },
    [
      'thing.arrive: nothing tells what it does: sets, a move of states, or actions in custom/server.ts',
    ],
  ],
  [
    'a virtual field that nothing fills',
    { rules: { thing: { actions: { arrive: done } } } },
    ['thing.hours: is virtual, and nothing fills it: virtualFields in custom/server.ts can'],
  ],
  [
    'a virtual field of a list that only details have',
    { rules: { thing: { actions: { arrive: done }, resolveOutput: async (row) => row } } },
    ['thing.hours: is virtual, and nothing fills it: virtualFields in custom/server.ts can'],
  ],
  [
    'code for an unknown entity',
    { rules: { ...rules, warehouse: {} } },
    ['harbour/custom/server.ts: warehouse: there is no such entity'],
  ],
  [
    'code for an entity whose name is misspelt',
    { rules: { ...rules, thong: {} } },
    ['harbour/custom/server.ts: thong: names thong, which is no entity: thing is near'],
  ],
  [
    'code for an unknown action',
    { rules: { thing: { ...rules.thing, trials: { leave: done } } } },
    ['harbour/custom/server.ts: thing: does leave, which is no action of it'],
  ],
  [
    'code for a field that is not virtual',
    { rules: { thing: { ...rules.thing, virtualFields: { hours: fill, berth: fill } } } },
    ['harbour/custom/server.ts: thing: computes berth, which is no virtual field of it'],
  ],
  [
    'code for what the product does',
    { rules: { ...rules, device: { within: () => undefined }, oper: { within: () => undefined } } },
    ['harbour/custom/server.ts: oper: the product does within itself'],
  ],
  [
    'missing components',
    { components: [] },
    [
      'thing: shows Free, which custom/console.tsx does not export',
      'thing.berth: shows Chip, which custom/console.tsx does not export',
      'thing.notes: shows Notes, which custom/console.tsx does not export',
      'page thing: shows Arrivals, which custom/console.tsx does not export',
    ],
  ],
  [
    'a component that nothing shows',
    { components: [...components, 'Old'] },
    ['harbour/custom/console.tsx: Old: no slot, page or tab uses it'],
  ],
  [
    'half of a kind',
    { kinds: { schemas: ['text', 'number'], views: ['text', 'plate'] } },
    [
      'harbour/custom/number.schema.ts: number: needs harbour/custom/number.view.tsx too',
      'harbour/custom/plate.view.tsx: plate: needs harbour/custom/plate.schema.ts too',
    ],
  ],
  [
    'a kind without a field',
    { kinds: { schemas: ['plate'], views: ['plate'] } },
    ['harbour/custom/plate.schema.ts: plate: no field uses it'],
  ],
])('%s is found', (_, changed, problems) => {
  expect(problemsWith(changed)).toEqual(problems);
});

test('names in code are not checked if the code is not known', () => {
  const chip = entity('thing', ['Thing', '物'], {
    fields: { title: f.text(['Title', '标题'], { slots: { cell: slot('Chip') } }) },
  });
  expect(findProblems(configWith(chip as never)).errors).toEqual([]);
});

test('a start is refused with the same sentence', () => {
  const custom = { server: { rules: { ...rules, thong: {} } }, folder, components, kinds };
  expect(() => assertValid(config, custom)).toThrow(
    'The configuration has errors:\n  harbour/custom/server.ts: thong: names thong, which is no entity: thing is near',
  );
});

test('problems of code have the line of its names', async () => {
  const own = await mkdtemp(join(tmpdir(), 'custom-'));
  onTestFinished(() => rm(own, { recursive: true }));
  const wrong = { virtualFields: { berth: fill }, trials: { leave: done } };
  const code = {
    server: { rules: { ...rules, thing: { ...rules.thing, ...wrong }, thong: {} } },
    folder: own,
    components: [...components, 'Old', 'Listed'],
    kinds: { schemas: ['plate'], views: [] },
  };
  await writeFile(
    join(own, 'server.ts'),
    `import { thong, leave } from './leave';

export const custom: Custom = {
  rules: {
    thing: {
      actions: { arrive },
      trials: {
        leave,
      },
      virtualFields: { hours, berth },
    },
    thong,
  },
};
`,
  );
  await writeFile(
    join(own, 'console.tsx'),
    'const Older = () => null;\nexport const Old = () => null;\nexport {\n  Listed,\n};\n',
  );
  await writeFile(join(own, 'plate.schema.ts'), '\nexport const schema = {};\n');
  const { errors, notices } = validateConfig(config, code);
  const places = [...errors, ...notices]
    .filter((line) => line.startsWith(own))
    .map((line) => line.slice(own.length + 1).replace(/: .*/, ''));
  expect(places).toEqual([
    'server.ts:8',
    'server.ts:10',
    'server.ts:12',
    'plate.schema.ts:2',
    'console.tsx:2',
    'console.tsx',
    'plate.schema.ts:2',
  ]);
});

test('declarations that code may complete are no errors if it cannot be loaded', () => {
  expect(findProblems(config, null).errors).toEqual([]);
  expect(findProblems(config).errors).not.toEqual([]);
});

test('a declaration of the wrong form leaves other checks out', () => {
  const broken = configWith(thing({}, { columns: 'title' }));
  expect(findProblems(broken).isComplete).toBe(false);
  expect(findProblems(config).isComplete).toBe(true);
});
