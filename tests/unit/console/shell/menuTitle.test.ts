import { expect, it } from 'vitest';
import { menuTitle } from '../../../../src/console/shell/routes/menuTitle';

const known: Record<string, string> = {
  'menus.deviceList': 'Device list',
  'resources.device.name': 'Device',
};
const translate = (key: string, args?: Readonly<Record<string, unknown>>) =>
  known[key] ?? String(args?._ ?? key);

it.each([
  ['Device list', { code: 'deviceList', page: 'device', name: 'Geräte' }],
  ['Device', { code: 'myDevices', page: 'device', name: 'Geräte' }],
  ['Geräte', { code: 'mine', page: 'unknown', name: 'Geräte' }],
  ['Karte', { code: 'map', page: () => Promise.resolve({ Page: null }), name: 'Karte' }],
  ['mine', { code: 'mine', page: undefined, name: undefined }],
])('%s', (title, menu) => {
  expect(menuTitle(translate, menu)).toBe(title);
});
