import { expect, it } from 'vitest';
import { entity, f, wireDefaults } from '../../../../src/config';
import { rowJson } from '../../../../src/server/entities';

it('describes the rules over several records', () => {
  const trip = entity('trip', ['Trip', '运单'], {
    fields: {
      office: f.text(['Office', '海关']),
      leaves: f.date(['Leaves', '出发']),
      due: f.date(['Due', '应到']),
    },
    rules: [
      { unique: ['office', 'due'], at: 'due', message: ['In use', '已使用'] },
      {
        apart: ['office'],
        span: ['leaves', 'due'],
        while: (row) => row.office.filled,
        at: 'office',
        message: ['Busy', '忙'],
        anywhere: true,
      },
    ],
  });
  expect(rowJson(trip, wireDefaults).description).toBe(
    'office, due must be unique in an organisation, or due is refused: "In use". ' +
      'leaves to due must not overlap for equal office, if the records meet a condition, or office is refused: "Busy".',
  );
});
