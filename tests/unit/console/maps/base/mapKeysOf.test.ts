import { expect, it } from 'vitest';
import { mapKeysOf } from '../../../../../src/console/maps/base/mapKeysOf';

it('takes the keys of this console, and of the maps it knows', () => {
  const rows = [
    { mapCode: 'amap', useTerminal: 'screen', mapKey: 'wall' },
    { mapCode: 'amap', useTerminal: 'web', mapKey: 'a' },
    { mapCode: 'google', useTerminal: 'screen', mapKey: 'wall' },
    { mapCode: 'elsewhere', useTerminal: 'web', mapKey: 'e' },
  ];
  expect(mapKeysOf(rows)).toEqual({ amap: 'a' });
});
