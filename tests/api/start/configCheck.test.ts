import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
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
      at(0, 'vehicle: scope names nope, which is no column with an organisation'),
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
  expect(broken.output.split('\n')[0]).toBe(
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
    expect(code).toBe(1);
  },
);

it('npm start stops at an error before it builds the console', async () => {
  const { edit, npmRun, lineOf, folder } = await copyProject();
  await edit('src/resources/firmware.ts', 'poll: 5000', 'poll: 3');
  const line = await lineOf('src/resources/firmware.ts', 'export const upgradeRecord');
  const { code, output } = await npmRun('start');
  expect(output).toContain(`Error: src/resources/firmware.ts:${line}: upgradeRecord: poll is 3 ms`);
  expect(code).toBe(1);
  expect(await readdir(join(folder, 'dist'))).toEqual(['server']);
});
