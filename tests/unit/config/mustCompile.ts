import {
  type AnyField,
  choices,
  command,
  defineConsole,
  entity,
  f,
  type RecordOf,
  slot,
} from '../../../src/config';
import { lockStatus } from '../../../src/domain/lock';
import { deviceType, factory, device as shippedDevice } from '../../../src/resources';

export const org = entity('org', ['Organisation', '机构'], {
  fields: {
    org_name: f.text(['Name', '名称'], { required: true }),
    parent_id: f.refTree(['Parent', '上级'], 'org'),
  },
});

export const device = entity('device', ['Device', '设备'], {
  fields: {
    sn: f.text(['SN', '设备号'], { required: true, unique: true, max: 32 }),
    device_name: f.text(['Name', '名称']),
    org_id: f.ref(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    status: f.choice(['Lock status', '锁状态'], lockStatus, {
      on: ['list', 'filter', 'show', 'export'],
    }),
    electric: f.battery(['Battery', '电量'], { on: ['list', 'show'] }),
    create_time: f.datetime(['Created', '创建时间'], { on: ['list'] }),
  },
  list: ['sn', 'device_name', 'org_id', 'status', 'electric'],
  filter: ['sn', 'org_id', 'status'],
  form: ['sn', ['device_name', 'org_id']],
  sort: ['create_time', 'DESC'],
  check: (v) =>
    v.sn === v.device_name
      ? { device_name: ['Must differ from the SN', '不能与设备号相同'] }
      : undefined,
  commands: {
    seal: command(['Seal', '施封'], { when: { status: [0, 1] }, confirm: ['Sure?', '确定？'] }),
    vibration: command(['Vibration', '震动值'], {
      args: { value: f.number(['Value', '值'], { min: 0, max: 15, required: true }) },
    }),
  },
});

export const vehicle = entity('vehicle', ['Vehicle', '车辆'], {
  fields: {
    plate: f.text(['Plate', '车牌'], { required: true, unique: true, max: 10 }),
    kind: f.choice(
      ['Type', '类型'],
      choices([
        [1, 'Truck', '卡车'],
        [2, 'Van', '厢车'],
      ]),
    ),
    device_id: f.ref(['Lock', '锁'], 'device'),
    axles: f.number(['Axles', '轴数'], { min: 2, max: 9 }),
  },
});

export const slotted = entity('slotted', ['Slotted', '插槽'], {
  fields: {
    mail: f.email(['Mail', '邮箱'], {
      slots: {
        cell: slot(async () => (await import('react-admin')).EmailField),
        filter: slot(async () => (await import('react-admin')).TextInput),
        input: slot(async () => (await import('react-admin')).TextInput, { multiline: true }),
        detail: slot(async () => (await import('react-admin')).ReferenceField, {
          reference: 'org',
        }),
      },
    }),
  },
  slots: {
    toolbar: slot(async () => (await import('react-admin')).SavedQueriesList),
    row: slot(async () => (await import('react-admin')).DeleteButton, { redirect: false }),
  },
});

export const declared = defineConsole({
  entities: [device, org, vehicle],
  pages: { 'device/deviceList': 'device', org: 'org', vehicle: 'vehicle' },
});

export const sealed: RecordOf<(typeof device)['fields']> = {
  id: 1,
  sn: 'x',
  org_id: 3,
  status: 255,
};
export const status: 0 | 1 | 2 | 3 | 255 | null | undefined = sealed.status;
export const kind: 1 | 2 | null | undefined = ({} as RecordOf<(typeof vehicle)['fields']>).kind;

/** Shipped field replaced by spread. */
export const overridden = {
  ...shippedDevice,
  fields: {
    ...shippedDevice.fields,
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
  } satisfies Record<keyof typeof shippedDevice.fields, AnyField>,
};

export const declaredOverridden = defineConsole({
  entities: [overridden, org, deviceType, factory],
  pages: { device: 'device' },
});
