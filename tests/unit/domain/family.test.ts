import { describe, expect, it } from 'vitest';
import { notSupported, whyNotSupported } from '../../../src/domain/family';
import { isWithheld } from '../../../src/domain/live';
import { JointechSession } from '../../../src/server/gateways/jointech/session';
import { traccarCommand } from '../../../src/server/traccar/commands';

describe.each(['constructor', 'toString', '__proto__'])('a command named %s', (cmd) => {
  it('is supported by no lock', () => {
    expect(whyNotSupported(cmd)).toBe(notSupported);
    expect(traccarCommand({ cmd, args: {} }, {})).toBeUndefined();
    const command = { id: '1', cmd, args: {} } as never;
    expect(new JointechSession().encode(command, 0, { id: '1' } as never)).toEqual({
      unsupported: true,
    });
  });

  it('cannot be shared, and so not withheld', () => {
    expect(isWithheld(cmd, { org_id: 1 }, 1)).toBe(false);
  });
});
