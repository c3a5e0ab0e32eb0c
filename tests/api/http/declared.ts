import { choices, defineConsole, entity, f } from '../../../src/config';
import { newPasswordPattern } from '../../../src/domain/system';
import { menus, systemParams } from '../../../src/resources';
import { shipped } from '../db/declared';

const kind = choices([
  [1, 'Truck', '卡车'],
  [2, 'Van', '厢车'],
]);

/** Entity with a rule of every kind. */
const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌'], { required: true, unique: true, fixed: true, max: 10 }),
    kind: f.choice(['Type', '类型'], kind, { initial: 1 }),
    device_id: f.ref(['Lock', '锁'], 'device', { via: 'device_sn' }),
    axles: f.number(['Axles', '轴数'], { integer: true, min: 2, max: 9 }),
    weight: f.number(['Weight', '重量']),
    insured: f.boolean(['Insured', '已投保']),
    checked: f.date(['Checked', '检查日期']),
    iccid: f.text(['ICCID', 'ICCID'], { max: 20 }),
    note: f.text(['Note', '备注'], { max: 40, on: ['show', 'edit', 'export'] }),
    pin: f.password(['PIN', '口令'], { pattern: newPasswordPattern, rule: 'newPassword' }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list', 'show', 'export'] }),
  },
  check: ({ weight, axles }) =>
    Number(weight) > 40_000 && Number(axles) < 3
      ? { axles: ['Too few for this weight', '轴数与重量不符'] }
      : undefined,
  menu: { group: 'transport', icon: 'truck' },
});

/** Entity with a field of every kind that has its own form in a spreadsheet. */
const voyage = entity('voyage', ['Voyage', '航次'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true, unique: true, max: 10 }),
    locks: f.refs(['Locks', '锁'], 'device'),
    tug: f.ref(['Tug', '拖船锁'], 'device', { via: 'tug_sn' }),
    papers: f.json(['Papers', '证件']),
    sails: f.datetime(['Sails', '启航']),
    due: f.date(['Due', '到期']),
    takes: f.duration(['Takes', '用时'], { unit: 'min' }),
    waits: f.duration(['Waits', '等待']),
    reach: f.radius(['Reach', '半径']),
    load: f.number(['Load', '载重'], { unit: 't' }),
    charge: f.battery(['Charge', '电量']),
    port: f.lngLat(['Port', '港口']),
    route: f.geometry(['Route', '航线']),
    flag: f.color(['Flag', '旗色']),
    phones: f.phones(['Phones', '电话']),
    mail: f.email(['Mail', '邮箱']),
    version: f.version(['Version', '版本']),
    note: f.text(['Note', '备注'], { max: 200 }),
    logged: f.datetime(['Logged', '记录时间'], { on: ['list', 'export'] }),
  },
  menu: { group: 'transport', icon: 'truck' },
});

/** Entity whose records name files of every kind. */
const manual = entity('manual', ['Manual', '手册'], {
  fields: {
    title: f.text(['Title', '标题'], { required: true, max: 40 }),
    cover: f.image(['Cover', '封面']),
    sheet: f.file(['Sheet', '附件']),
    program: f.file(['Program', '程序'], { purpose: 'firmware', nameIn: 'program_name' }),
    manual: f.file(['Manual', '手册'], { accept: '.pdf, .CSV', purpose: 'manual' }),
    program_name: f.text(['Program name', '程序名'], { max: 255, on: ['list', 'show'] }),
  },
  menu: { group: 'transport', icon: 'list' },
});

/** Shipped entities and the ones above. */
export const declared = defineConsole({
  entities: [...shipped, systemParams, vehicle, voyage, manual],
  menus,
  pages: {
    device: 'device',
    org: 'org',
    oper: 'oper',
    factory: 'factory',
    appointmentCommandRecord: 'appointmentCommandRecord',
    operationLog: 'operationLog',
    systemParams: 'systemParams',
    vehicle: 'vehicle',
    voyage: 'voyage',
    manual: 'manual',
  },
});
