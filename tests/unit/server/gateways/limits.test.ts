import { describe, expect, it } from 'vitest';
import { createAdmissions, LIMITS } from '../../../../src/server/gateways/limits';

describe('admission of connections', () => {
  it('refuses connections above the limit until another closes', () => {
    const { admit } = createAdmissions({ ...LIMITS, connections: 2 });
    const first = admit('10.0.0.1');
    expect([admit('10.0.0.2'), admit('10.0.0.3')]).toEqual([expect.anything(), undefined]);
    first?.release();
    expect(admit('10.0.0.3')).toBeDefined();
  });

  it('refuses further connections of one address without a lock, but not of others', () => {
    const { admit } = createAdmissions({ ...LIMITS, connectionsWithoutLock: 1 });
    const first = admit('10.0.0.1');
    expect([admit('10.0.0.1'), admit('10.0.0.2')]).toEqual([undefined, expect.anything()]);
    first?.showLock();
    const second = admit('10.0.0.1');
    expect([second, admit('10.0.0.1')]).toEqual([expect.anything(), undefined]);
    // The first counts no more, so its end makes no room.
    first?.showLock();
    first?.release();
    expect(admit('10.0.0.1')).toBeUndefined();
    second?.release();
    expect(admit('10.0.0.1')).toBeDefined();
  });
});
