import { expect, test } from 'vitest';
import { totalLabel } from '../../../../../../src/console/entity/list/state/paging';
import { numberFormat } from '../../../../../../src/domain/figures';

test('reuses one number format per language', () => {
  expect(numberFormat('en')).toBe(numberFormat('en'));
  expect(numberFormat('en')).not.toBe(numberFormat('de'));
});

test('shows a total above the counting limit as open', () => {
  expect(totalLabel(1_234, 10_000, 'en')).toBe('1,234');
  expect(totalLabel(10_001, 10_000, 'en')).toBe('10,000+');
});
