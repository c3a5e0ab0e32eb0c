import { describe, expect, it } from 'vitest';
import { createSealer } from '../../../../src/server/auth';

const { seal, open } = createSealer('a secret', 'mail');

describe('a sealed text', () => {
  it.each(['', 'Sesame42', '密码 😀'])('returns the original of “%s”', (text) => {
    const sealed = seal(text);
    expect(open(sealed)).toBe(text);
    expect(seal(text)).not.toBe(sealed);
    if (text) expect(sealed).not.toContain(text);
  });

  it('opens only with its secret and for its purpose', () => {
    const sealed = seal('Sesame42');
    expect(() => createSealer('another', 'mail').open(sealed)).toThrow();
    expect(() => createSealer('a secret', 'sms').open(sealed)).toThrow();
  });

  it.each([
    [
      'one character changed',
      (sealed: string) =>
        sealed.replace(/\.([^.])([^.]*)$/, (_, c, rest) => `.${c === 'A' ? 'B' : 'A'}${rest}`),
    ],
    ['a shorter tag', (sealed: string) => sealed.replace(/\.([^.]+)\.([^.]+)$/, '.AAAA.$2')],
    ['no sealed form', () => 'Sesame42'],
  ])('does not open with %s', (_, change) => {
    expect(() => open(change(seal('Sesame42')))).toThrow();
  });
});
