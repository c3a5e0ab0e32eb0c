import { describe, expect, it } from 'vitest';
import { obey } from '../../../../../src/server/demo/fleet/obey';

describe('obey', () => {
  it.each([
    ['seals a closed lock', 0, 'normal', 'seal', { code: 0, change: { status: 2, action: 12 } }],
    ['seals a new lock', 255, 'normal', 'seal', { code: 0, change: { status: 2, action: 12 } }],
    ['seals after tampering', 3, 'normal', 'seal', { code: 0, change: { status: 2, action: 12 } }],
    ['does not seal an open lock', 1, 'normal', 'seal', { code: 1, msg: 'Lock is open' }],
    ['unseals', 2, 'normal', 'unseal', { code: 0, change: { status: 0, action: 1 } }],
    ['unseals an open lock', 1, 'normal', 'unseal', { code: 0, change: { status: 1, action: 1 } }],
    ['takes a setting', 2, 'normal', 'vibration', { code: 0 }],
    ['takes what it does not know', 1, 'normal', 'whatever', { code: 0 }],
    ['refuses by nature', 2, 'refuses', 'unseal', { code: 1006, msg: 'Motor fault' }],
  ] as const)('%s', (_, status, behaviour, cmd, outcome) => {
    expect(obey(status, behaviour, { cmd, args: {} })).toEqual(outcome);
  });

  it.each([
    [{ version: 'V3' }, { code: 0, version: 'V3' }],
    [{}, { code: 2, msg: 'No version' }],
  ])('takes an upgrade to %j', (args, outcome) => {
    expect(obey(2, 'normal', { cmd: 'upgrade', args })).toEqual(outcome);
  });
});
