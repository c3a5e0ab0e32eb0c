import { describe, expect, test } from 'vitest';
import { f } from '../../../../src/config';
import { formErrorsOf, hiddenFieldErrors } from '../../../../src/console/data/refusal';
import { ruleText } from '../../../../src/fields';
import { ApiError } from '../../../../src/protocol';

describe('a refusal', () => {
  const invalid = (fields: Record<string, string>) =>
    new ApiError('Check the fields', { kind: 'business', code: 'invalid', fields });

  test.each([
    [
      'of a visible field appears at the field',
      invalid({ sn: 'Taken' }),
      { fields: { sn: 'Taken' }, hidden: [], message: undefined },
    ],
    [
      'of a hidden field appears at the form',
      invalid({ other: 'Odd' }),
      { fields: {}, hidden: [['other', 'Odd']], message: 'Check the fields' },
    ],
    [
      'of both appears at both',
      invalid({ sn: 'Taken', other: 'Odd' }),
      { fields: { sn: 'Taken' }, hidden: [['other', 'Odd']], message: undefined },
    ],
    [
      'for a lost connection appears at the form',
      new ApiError('No connection', { kind: 'network', code: 'network' }),
      { fields: {}, hidden: [], message: 'No connection' },
    ],
    ['of another kind appears at the form', 'odd', { fields: {}, hidden: [], message: 'odd' }],
  ])('%s', (_, error, refusal) => {
    expect(formErrorsOf(error, ['sn', 'name'])).toEqual(refusal);
  });

  test('of a hidden field names the field by its label', () => {
    const fields = { device_id: f.ref(['Main lock', '所属主锁'], 'device') };
    const [en, zh] = hiddenFieldErrors(fields, 'device_id', 'Too many');
    expect([en, zh]).toEqual(['Main lock: Too many', '所属主锁：Too many']);
    expect(hiddenFieldErrors(fields, 'odd', 'Unknown')[0]).toBe('odd: Unknown');
  });

  test('without fields keeps the server’s words', () => {
    expect(ruleText('Taken', 'zh')).toBe('Taken');
  });
});
