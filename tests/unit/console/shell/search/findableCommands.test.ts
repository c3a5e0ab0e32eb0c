import { expect, test } from 'vitest';
import { command, entity, f } from '../../../../../src/config';
import { findableCommands } from '../../../../../src/console/shell/search/findableCommands';

const lock = entity('lock', ['Lock', '锁'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: { seal: command(['Seal', '施封']), unseal: command(['Unseal', '解封']) },
});
const gate = entity('gate', ['Gate', '门'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: { open: command(['Open', '打开']) },
});
const entities = [lock, gate];

const granting =
  (...granted: string[]) =>
  (...keys: readonly (string | undefined)[]) =>
    keys.some((key) => key !== undefined && granted.includes(key));

test.each([
  ['by button code', ['lock:seal'], ['Seal']],
  ['by path', ['/command/open'], ['Open']],
  ['all', ['lock:seal', 'lock:unseal', 'gate:open'], ['Seal', 'Unseal', 'Open']],
  ['none', [], []],
  ['not those of another entity', ['gate:seal'], []],
])('granted %s', (_, granted, labels) => {
  const found = findableCommands({ entities }, granting(...granted), 'en');
  expect(found.map(({ title }) => title[0])).toEqual(labels);
});

test('in the language of the reader, and by code in any', () => {
  const [found] = findableCommands({ entities }, granting('lock:seal'), 'zh');
  expect(found).toMatchObject({ title: ['施封'], codes: ['/seal'], item: { code: 'seal' } });
  expect(found?.item.entity).toBe(lock);
});
