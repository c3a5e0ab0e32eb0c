import { expect, it } from 'vitest';
import { optionLine } from '../../../../src/server/validate/location';

const lines = `
const trip = entity('trip', ['Trip', '运单'], {
  fields: {
    icon: f.text(['Icon', '图标']),
    frozen: f.boolean(['Frozen', '冻结']),
  },
  states: {
    field: 'state',
    start: 'draft',
    moves: {
      lodge: ['draft', 'lodged'],

      fly: ['draft', 'gone'],
    },
    frozen: { lodged: ['plate'], gone: 'all' },
  },
  actions: {
    lodge: action(['Lodge', '申报'], { icon: 'lokc' }),
    stop: action(['Stop', '终止'], {
      group: ['Ends', ''],
      icon: 'stpo',
    }),
  },
  menu: { group: 'opration', icon: 'lock' },
});
const visit = entity('visit', ['Visit', '到访'], { fields, icon: 'lorry' });
`.split('\n');

it.each([
  ['a state of a move', 2, ['states', 'moves', 'gone'], 13],
  ['an action of a move', 2, ['states', 'moves', 'fly'], 13],
  ['a state that is frozen, beside a field of that name', 2, ['states', 'frozen', 'gone'], 15],
  ['an option in the line of its action', 18, ['icon', 'lokc'], 18],
  ['an option of an action in several lines', 19, ['icon', 'stpo'], 21],
  ['an option without its value', 19, ['group', 'zh'], 20],
  ['an option of another option', 2, ['menu', 'group', 'opration'], 24],
  ['no option beyond the declaration', 26, ['menu', 'group', 'lorry'], 26],
  ['the declaration if it is elsewhere', 26, ['states', 'moves'], 26],
  ['the call if its file is missing', 90, ['states'], 90],
])('finds %s', (_, line, path, expected) => {
  expect(optionLine(lines, line, path)).toBe(expected);
});
