import { describe, expect, it } from 'vitest';
import {
  columnList,
  identifierName,
  quoteIdentifier,
} from '../../../../../src/server/db/schema/identifier';

describe('SQL identifiers', () => {
  it.each(['sn', 'appointmentCommandRecord', '_x', 'order', 'a'.repeat(63)])('takes %s', (name) => {
    expect(quoteIdentifier(name)).toBe(`"${name}"`);
  });

  it.each(['', '1a', 'a b', 'a"b', 'a.b', 'a;b', '设备', 'a'.repeat(64), 'a\nb'])(
    'refuses %j',
    (name) => {
      expect(() => quoteIdentifier(name)).toThrow('cannot be the name');
    },
  );

  it('lists several columns', () => {
    expect(columnList(['id', 'at'])).toBe('("id", "at")');
  });

  it('shortens two long names to different names', () => {
    const [one, other] = ['a', 'b'].map((end) =>
      identifierName('t'.repeat(40), 'c'.repeat(40), end),
    );
    expect(one).toHaveLength(63);
    expect(other).toHaveLength(63);
    expect(one).not.toBe(other);
    expect(identifierName('lock', 'sn', 'key')).toBe('lock_sn_key');
  });
});
