import { expect, it } from 'vitest';
import { monthOf } from '../../../../../src/server/db/schema/partitions';

it.each([
  ['2025-03-31T23:59:59.999Z', 0, '202503', '2025-03-01', '2025-04-01'],
  ['2025-03-31T12:00:00Z', 1, '202504', '2025-04-01', '2025-05-01'],
  ['2025-03-31T12:00:00Z', -1, '202502', '2025-02-01', '2025-03-01'],
  ['2025-12-01T00:00:00Z', 1, '202601', '2026-01-01', '2026-02-01'],
  ['2025-01-15T00:00:00Z', -1, '202412', '2024-12-01', '2025-01-01'],
])('the month of %s plus %i is %s', (moment, away, name, from, to) => {
  expect(monthOf(Date.parse(moment), away)).toEqual({
    name,
    from: Date.parse(from),
    to: Date.parse(to),
  });
});
