import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, inject, it, vi } from 'vitest';
import config from '../../../resources.config';
import { CHEAP_PASSWORDS, closeAfterwards, ownPlace } from '../place';
import { copyProject } from './copyProject';

/** Starts `npm run dev` in a folder. Returns its output and the server's description of the calls. */
const startDev = async (folder: string) => {
  const { dataDir, databaseUrl } = await ownPlace(config);
  const settings = { DEMO: '0', MQTT_PORT: '0', PASSWORD_COST: `${CHEAP_PASSWORDS}` };
  const own = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, NODE_ENV: undefined };
  const program = ['node_modules/vite/bin/vite.js', '--port', '0'];
  const dev = spawn(process.execPath, program, {
    cwd: folder,
    env: { ...process.env, ...settings, ...own },
  });
  closeAfterwards(async () => {
    if (dev.exitCode === null && dev.kill()) await once(dev, 'exit');
  });
  let output = '';
  const listen = (text: Buffer) => {
    output += stripVTControlCharacters(String(text));
  };
  dev.stdout.on('data', listen);
  dev.stderr.on('data', listen);
  const printed = (text: string) => vi.waitUntil(() => output.includes(text), { timeout: 120_000 });
  await printed('Local:');
  const url = /Local:\s+(\S+)/.exec(output)?.[1];
  const description = async () => {
    const answer = await fetch(`${url}openapi.json`);
    return `${answer.status} ${await answer.text()}`;
  };
  return { printed, description };
};

it.runIf(inject('long'))('npm run dev reloads changed files of the configuration', async () => {
  const { folder, edit } = await copyProject();
  const file = 'src/resources/firmware.ts';
  await writeFile(join(folder, 'own.ts'), 'export const wait = 5000;\n');
  await edit(file, 'import ', "import { wait } from '../../own';\nimport ");
  await edit(file, 'poll: 5000', 'poll: wait');
  const { printed } = await startDev(folder);
  await edit('own.ts', '5000', '3');
  await printed('upgradeRecord: poll is 3 ms');
  await edit('own.ts', '3;', 'missing.value;');
  await printed('own.ts:1: missing is not defined');
});

it('npm run dev serves the last valid configuration', async () => {
  const { folder, edit, lineOf } = await copyProject();
  const { printed, description } = await startDev(folder);
  const file = 'src/resources/firmware.ts';
  const before = await description();
  expect(before).toMatch(/^200 .*"Firmware number"/);

  await edit(file, 'poll: 5000', 'poll: 3');
  const line = await lineOf(file, 'poll: 3');
  await printed(`${file}:${line}: upgradeRecord: poll is 3 ms`);
  expect(await description()).toBe(before);

  await edit(file, 'poll: 3', 'poll: = 3');
  await printed('Transform failed');
  expect(await description()).toBe(before);

  await edit(file, "['Firmware number', '固件编号']", "['Number of the firmware', '固件编号']");
  await edit(file, 'poll: = 3', 'poll: 4000');
  await printed('The server runs with what was saved');
  expect(await description()).toMatch(/^200 .*"Number of the firmware"/);
});
