import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { defineConsole, entity, f } from '../../../src/config';
import { demo } from '../../../src/demo';
import { optionsOf } from '../../../src/server/options';
import { startServer } from '../../../src/server/start';
import { ownFolder } from '../place';

it('refuses an invalid configuration before it opens anything', async () => {
  const { dataDir } = await ownFolder();
  const crate = entity('crate', ['Crate', '箱'], {
    fields: {
      sign: f.text(['Sign', '标记']),
      weight: f.number(['Weight', '重量'], { min: 9, max: 2 }),
    },
  });
  const config = defineConsole({ ...shipped, entities: [...shipped.entities, crate] } as never);
  const env = { DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', DEMO: '0' };
  const output: string[] = [];
  const say = (line: string) => output.push(line);
  const log = { info: say, warn: say, error: say };
  const starting = startServer({
    config,
    options: { ...optionsOf(env, ''), clientDir: undefined },
    log,
    demo,
  });
  await expect(starting).rejects.toThrow(
    'The configuration has errors:\n' +
      '  crate.sign: the wire uses this name itself\n' +
      '  crate.weight: min 9 is above max 2',
  );
  expect([output, await readdir(dataDir)]).toEqual([[], []]);
});
