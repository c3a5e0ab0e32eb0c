import { expect, it } from 'vitest';
import { defineConsole, entity, f } from '../../../src/config';
import { DAY, HOUR } from '../../../src/domain/duration';
import { dateTone } from '../../../src/fields/formulas';

const text = ['Due', '到期'] as const;
const trip = entity('trip', ['Trip', '行程'], {
  fields: {
    due: f.date(['Due', '到期']),
    left: f.datetime(['Left', '出发']),
    plain: f.date(['Plain', '日期']),
    open: f.boolean(['Open', '开放']),
  },
  warns: {
    due: { before: [7, 2], while: (row) => row.open.is(true), to: 'org', text },
    left: { before: [1], to: 'org', text },
  },
});
const now = Date.parse('3031-03-01T12:00:00Z');
const clock = { day: '3031-03-01', now };
const [console] = defineConsole({ entities: [trip], pages: {} }).entities;

it.each([
  ['due', '3031-03-09', true, 'default'],
  ['due', '3031-03-08', true, 'warning'],
  ['due', '3031-03-02', true, 'warning'],
  ['due', '3031-03-01', true, 'error'],
  ['due', '3030-12-31', true, 'error'],
  ['due', '3030-12-31', false, 'default'],
  ['due', '3030-12-31', null, 'default'],
  ['due', null, true, 'default'],
  ['left', now + DAY + HOUR, null, 'default'],
  ['left', now + DAY, null, 'warning'],
  ['left', now + 1, null, 'warning'],
  ['left', now, null, 'error'],
  ['plain', '3030-12-31', true, 'default'],
])('%s of %s while %s is %s', (name, value, open, tone) => {
  expect(dateTone(console?.fields[name], value, { [name]: value, open }, clock)).toBe(tone);
});
