import { describe, expect, it } from 'vitest';
import { listed, nameOf, quoted } from '../../../../../src/server/db/schema/identifier';

describe('names in SQL', () => {
  it.each(['sn', 'appointmentCommandRecord', '_x', 'order', 'a'.repeat(63)])('takes %s', (name) => {
    expect(quoted(name)).toBe(`"${name}"`);
  });

  it.each(['', '1a', 'a b', 'a"b', 'a.b', 'a;b', '设备', 'a'.repeat(64), 'a\nb'])(
    'refuses %j',
    (name) => {
      expect(() => quoted(name)).toThrow('cannot be the name');
    },
  );

  it('lists several', () => {
    expect(listed(['id', 'at'])).toBe('("id", "at")');
  });

  it('cuts long ones so that two of them stay two', () => {
    const [one, other] = ['a', 'b'].map((end) => nameOf('t'.repeat(40), 'c'.repeat(40), end));
    expect(one).toHaveLength(63);
    expect(other).toHaveLength(63);
    expect(one).not.toBe(other);
    expect(nameOf('lock', 'sn', 'key')).toBe('lock_sn_key');
  });
});
