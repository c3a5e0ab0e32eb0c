import { choices, defineConsole, entity, f } from '../../../src/config';
import {
  alarmHistory,
  alertRecord,
  appointmentCommandRecord,
  device,
  deviceLocationRecord,
  deviceType,
  factory,
  lockHistory,
  menuItem,
  oper,
  operationLog,
  org,
  role,
  statusChangeRecord,
} from '../../../src/resources';

const kind = choices([
  [1, 'Truck', '卡车'],
  [2, 'Van', '厢车'],
]);

/** Entity with a field of most kinds and no field for its organisation. */
export const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌'], { required: true, unique: true, max: 10 }),
    kind: f.choice(['Type', '类型'], kind, { initial: 1 }),
    device_id: f.ref(['Lock', '锁'], 'device', { via: 'device_sn' }),
    axles: f.number(['Axles', '轴数'], { integer: true }),
    weight: f.number(['Weight', '重量']),
    insured: f.boolean(['Insured', '已投保']),
    checked: f.date(['Checked', '检查日期']),
    papers: f.json(['Papers', '证件']),
    pin: f.password(['PIN', '密码']),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list'] }),
  },
});

export const shipped = [
  device,
  deviceType,
  factory,
  org,
  oper,
  role,
  menuItem,
  appointmentCommandRecord,
  lockHistory,
  deviceLocationRecord,
  statusChangeRecord,
  alertRecord,
  alarmHistory,
  operationLog,
] as const;

export const declared = defineConsole({ entities: [...shipped, vehicle], pages: {} });
