import shipped from 'sealdesk/resources.config';
import { action, choices, defineConsole, entity, f } from '../../src/config';

const trip = entity('trip', ['Trip', '运单'], {
  fields: {
    lock: f.text(['Lock', '锁'], { required: true, max: 20 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    leaves: f.date(['Leaves', '出发'], { required: true }),
    due: f.date(['Due', '应到'], { required: true }),
  },
  rules: [
    {
      apart: ['lock'],
      span: ['leaves', 'due'],
      at: 'lock',
      message: ['The lock is on another trip then', '该锁在此期间已有运单'],
    },
  ],
});

const states = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

const waybill = entity('waybill', ['Waybill', '货单'], {
  fields: {
    number: f.series(['Number', '编号'], { form: 'CT-{000}' }),
    entry: f.series(['Entry number', '申报号'], { form: 'L{0000}', at: 'lodge' }),
    code: f.text(['Code', '代码'], { required: true, unique: true }),
    proof: f.text(['Proof', '凭证'], { on: ['list', 'show'] }),
    state: f.choice(['State', '状态'], states),
  },
  states: { field: 'state', start: 'draft', moves: { lodge: ['draft', 'lodged'] } },
  actions: { lodge: action(['Lodge', '申报']) },
  rules: [
    {
      unique: ['proof'],
      while: ({ state }) => state.is('lodged'),
      at: 'proof',
      message: ['Used already', '已被使用'],
    },
  ],
});

/** The shipped console with trips that do not overlap, and waybills with numbers. */
export default defineConsole({
  ...shipped,
  entities: [...shipped.entities, trip, waybill],
  pages: { ...shipped.pages, tripList: 'trip', waybillList: 'waybill' },
});
