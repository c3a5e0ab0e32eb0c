import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { writeCustomExample } from '../../customExample';
import { ownFolder } from '../place';
import { copyProject } from './copyProject';

const VEHICLE = `const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    lock: f.ref(['Lock', '锁'], 'devices'),
    axles: f.number(['Axles', '轴数'], {
      min: 9,
      max: 2,
    }),
    kind: f.number(['Kind', '种类'], { pattern: /x/ }),
  },
  scope: 'nope',
});
export default defineConsole({
  entities: [
    vehicle,`;

const DECLARATION = 'export default defineConsole({\n  entities: [';

it('config:check names the file, line, entity and field of each error without a build', async () => {
  const { edit, npmRun, lineOf } = await copyProject();
  await edit('resources.config.ts', DECLARATION, VEHICLE);
  await edit(
    'resources.config.ts',
    'import { defineConsole,',
    'import { defineConsole, entity, f,',
  );
  await edit('src/resources/firmware.ts', 'poll: 5000', 'poll: 3');
  const first = await lineOf('resources.config.ts', 'const vehicle');
  const at = (offset: number, text: string) =>
    `Error: resources.config.ts:${first + offset}: ${text}`;
  const compilerAt = (offset: number, text: string) =>
    expect.stringMatching(
      new RegExp(
        `^Error: resources\\.config\\.ts\\(${first + offset},\\d+\\): error TS\\d+: ${text}`,
      ),
    );
  const { code, output } = await npmRun('config:check');
  const errors = output.split('\n').filter((line) => line.startsWith('Error'));
  expect(errors.map((line) => line.slice(0, 130))).toEqual(
    expect.arrayContaining([
      at(2, 'vehicle.lock: refers to devices, which is no entity'),
      at(3, 'vehicle.axles: min 9 is above max 2'),
      at(9, 'vehicle: scope names nope, which is no column with an organisation'),
      expect.stringMatching(/^Error: src\/resources\/firmware\.ts:\d+: \w+: poll is 3 ms/),
      compilerAt(7, 'Object literal may only specify known'),
      compilerAt(9, 'Type \'"nope"\' is not assignable'),
    ]),
  );
  expect(errors).toHaveLength(6);
  expect(Math.max(...errors.map((line) => line.length))).toBeLessThan(300);
  expect(code).toBe(1);
});

it.runIf(inject('long'))('config:check names the line of an error during loading', async () => {
  const { edit, npmRun, lineOf } = await copyProject();
  await edit('resources.config.ts', 'export default', 'broken.text;\nexport default');
  const broken = await npmRun('config:check');
  const thrown = await lineOf('resources.config.ts', 'broken.text');
  expect(broken.code).toBe(1);
  expect(broken.output.split('\n')).toContain(
    `Error: the configuration cannot be loaded: resources.config.ts:${thrown}: broken is not defined`,
  );
});

it.runIf(inject('long'))(
  'config:check prints the errors of the compiler if the configuration cannot be loaded',
  async () => {
    const { edit, npmRun, lineOf } = await copyProject();
    await edit('src/resources/firmware.ts', 'poll: 5000', "verbs: 'list'");
    const line = await lineOf('src/resources/firmware.ts', "verbs: 'list'");
    const { code, output } = await npmRun('config:check');
    const errors = output.split('\n').filter((each) => each.startsWith('Error'));
    expect(errors[0]).toMatch(/^Error: the configuration cannot be loaded: .*verbs/);
    const expected = new RegExp(
      `^Error: src/resources/firmware\\.ts\\(${line},\\d+\\): error TS\\d+: Type 'string' is not assignable`,
    );
    expect(errors.slice(1)).toContainEqual(expect.stringMatching(expected));
    expect(output).toMatch(
      /^Not checked until the errors above are corrected: the declarations, the names in your own code$/m,
    );
    expect(code).toBe(1);
  },
);

it('npm start stops at an error before it builds the console', async () => {
  const { edit, npmRun, lineOf, folder } = await copyProject();
  await edit('src/resources/firmware.ts', 'poll: 5000', 'poll: 3');
  const line = await lineOf('src/resources/firmware.ts', 'poll: 3');
  const { code, output } = await npmRun('start');
  expect(output).toContain(`Error: src/resources/firmware.ts:${line}: upgradeRecord: poll is 3 ms`);
  expect(code).toBe(1);
  expect(await readdir(join(folder, 'dist'))).toEqual(['server']);
});

it('config:check reads the code beside a configuration outside of the project', async () => {
  const { dataDir: own } = await ownFolder();
  const env = { SEALDESK_CONFIG: await writeCustomExample(own) };
  const { npmRun } = await copyProject(env);
  expect(await npmRun('config:check')).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d+ entities, 0 errors, 0 notices\n$/),
  });
  const edit = async (file: string, from: string, to: string) => {
    const path = join(own, file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(from, to));
  };
  await edit('custom/console.tsx', 'BerthChip', 'BerthTag');
  await edit('custom/console.tsx', '12 - useBerths().length', '12 - useBerths()');
  await edit(
    'custom/server.ts',
    'virtualFields: {\n        hours',
    'virtualFields: {\n        days',
  );
  await edit('custom/server.ts', ' arrive: ', ' land: ');
  await rm(join(own, 'custom/plate.view.tsx'));
  const { code, output } = await npmRun('config:check');
  const errors = output.split('\n').filter((line) => line.startsWith('Error'));
  const declared = (field: string, text: string) =>
    expect.stringMatching(
      new RegExp(`^Error: .*harbour\\.config\\.ts:\\d+: visit\\.${field}: ${text}`),
    );
  const inCode = (text: string) => expect.stringMatching(new RegExp(`^Error: \\S*custom/${text}$`));
  expect(errors).toEqual([
    declared('berth', 'shows BerthChip, which custom/console.tsx does not export'),
    declared('hours', 'is virtual, and nothing fills it'),
    inCode('server.ts:(\\d+): visit: does land, which is no action of it'),
    inCode('server.ts:(\\d+): visit: computes days, which is no virtual field of it'),
    inCode('plate.schema.ts:(\\d+): plate: needs .*custom/plate.view.tsx too'),
    expect.stringMatching(/^Error: .*custom\/console\.tsx\(\d+,\d+\): error TS2363/),
  ]);
  expect(output).toMatch(
    /^Notice: \S*custom\/console\.tsx:\d+: BerthTag: no slot, page or tab uses it$/m,
  );
  expect(code).toBe(1);

  const loading = async () => (await npmRun('config:check')).output;
  await edit('custom/server.ts', 'export const custom:', 'export const customs:');
  const unloaded = await loading();
  expect(unloaded).toMatch(
    /^Error: your own code cannot be loaded: [./]+\/[^:]*custom\/server\.ts: it must export `custom`$/m,
  );
  // Neither are the declarations refused for what the code may have.
  expect(unloaded).not.toContain('nothing fills it');
  expect(unloaded).toMatch(
    /\d+ entities, \d+ errors, 0 notices\nNot checked until the errors above are corrected: the names in your own code$/m,
  );
  // A kind of the product's.
  await edit('custom/server.ts', 'export const customs:', 'export const custom:');
  await rename(join(own, 'custom/plate.schema.ts'), join(own, 'custom/text.schema.ts'));
  expect(await loading()).toMatch(
    /^Error: your own code cannot be loaded: [./]+\/[^:]*custom\/text\.schema\.ts: the product has this kind/m,
  );
});

it('config:print prints an entity as JSON, which config:check accepts in its place', async () => {
  const { dataDir: own } = await ownFolder();
  const path = await writeCustomExample(own);
  const { npmRun } = await copyProject({ SEALDESK_CONFIG: path });
  const { code, output } = await npmRun('config:print', 'visit');
  expect(JSON.parse(output)).toMatchObject({ name: 'visit', fields: { truck: { kind: 'plate' } } });
  expect(code).toBe(0);

  const config = await readFile(path, 'utf8');
  const imports = `import { entityOf } from 'sealdesk/src/fields/declaration';
import data from './visit.json';
`;
  await writeFile(
    path,
    `${imports}${config.replace('const visit =', "const visit = entityOf<'visit'>(data);\nexport const declared =")}`,
  );
  const checkAs = async (json: string) => {
    await writeFile(join(own, 'visit.json'), json);
    return npmRun('config:check');
  };
  expect(await checkAs(output)).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d+ entities, 0 errors, 0 notices\n$/),
  });
  expect((await npmRun('config:print', 'visit')).output).toBe(output);

  const wrong = await checkAs(output.replace('"kind": "plate"', '"kind": "plate", "length": 9'));
  expect(wrong.output).toContain('visit.fields.truck: has no option length');
  expect(wrong.code).toBe(1);
});

it.each([
  [['devcie'], 'There is no entity devcie: device is near'],
  [['fence'], 'fence.check: is code: declare rules instead'],
  [[], 'Name an entity: npm run config:print -- device'],
])('config:print refuses %j', async (names, sentence) => {
  const { npmRun } = await copyProject();
  expect(await npmRun('config:print', ...names)).toEqual({
    code: 1,
    output: `Error: ${sentence}\n`,
  });
});
