import { action, choices, entity, f } from '../../../src/config';

const state = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

/** Passage of a truck, with its papers. */
export const passage = entity('passage', ['Passage', '通行'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true, max: 10 }),
    state: f.choice(['State', '状态'], state),
    papers: f.files(['Papers', '随附单证'], { accept: '.pdf,.png', max: 3 }),
    note: f.text(['Note', '备注'], { max: 9_000, multiline: true }),
  },
  rules: [
    {
      must: (passage) => passage.papers.filled,
      while: (passage) => passage.state.is('lodged'),
      at: 'papers',
      message: ['The papers are missing', '缺少随附单证'],
    },
  ],
  states: { field: 'state', start: 'draft', moves: { lodge: ['draft', 'lodged'] } },
  actions: { lodge: action(['Lodge', '申报']) },
  menu: { group: 'operation', icon: 'list' },
});
