import shipped from 'sealdesk/resources.config';
import { action, choices, defineConsole, entity, f } from '../../src/config';

const stage = choices([
  ['planned', 'Planned', '已计划'],
  ['away', 'Away', '已出发'],
]);

const trip = entity('trip', ['Trip', '运单'], {
  fields: {
    number: f.text(['Number', '编号'], { required: true, max: 20 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    device_id: f.ref(['Lock', '锁'], 'device', { via: 'sn' }),
    stage: f.choice(['Stage', '阶段'], stage),
    left_by: f.ref(['Left by', '放行人'], 'oper', { via: 'operName', on: ['list', 'show'] }),
    note: f.text(['Note', '备注'], { max: 20, on: ['list', 'show'] }),
  },
  states: { field: 'stage', start: 'planned', moves: { depart: ['planned', 'away'] } },
  actions: {
    depart: action(['Depart', '出发'], {
      args: { note: f.text(['Note', '备注'], { required: true, max: 20 }) },
      sets: { note: '@args.note', left_by: '@me' },
      notifies: { to: 'org', text: ['%{number} is %{stage}', '%{number}：%{stage}'] },
      posts: 'trip.departed',
      sends: { command: 'seal', lock: 'device_id' },
    }),
  },
});

/** The shipped console with an entity whose action has an effect of every kind. */
export default defineConsole({
  ...shipped,
  entities: [...shipped.entities, trip],
  pages: { ...shipped.pages, tripList: 'trip' },
});
