import { action, entity, f } from '../config';
import { communicateStatus, lockStatus, positionType } from '../domain/lock';
import { simExpiry } from '../domain/sim';
import { reportedPlace } from './reportedPlace';

const sn = f.text(['SN', '设备号'], { max: 32 });
const name = f.text(['Name', '设备名称'], { max: 60 });
const org = f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' });
const verbs = ['list', 'get', 'export'] as const;

export const cardRenewal = entity('cardRenewal', ['SIM renewal', 'SIM卡续费'], {
  fields: {
    sn,
    device_name: name,
    org_id: org,
    sim_card: f.text(['SIM card (ICCID)', 'SIM卡号（ICCID）'], { max: 20 }),
    packageTime: f.date(['SIM expiry', 'SIM卡到期']),
    days_left: f.number(['Days left', '剩余天数'], {
      integer: true,
      on: ['list', 'show', 'export'],
    }),
    bucket: f.choice(['Expires', '到期情况'], simExpiry),
  },
  derived: true,
  verbs,
  actions: {
    renew: action(['Renew', '续费'], {
      args: {
        months: f.number(['Months', '续费月数'], {
          required: true,
          integer: true,
          min: 1,
          max: 60,
          initial: 12,
          help: [
            'Counted from the expiry, or from today where it has passed',
            '从到期日起计算，已过期的从今天起计算',
          ],
        }),
      },
      icon: 'renew',
    }),
  },
  counts: ['bucket'],
  filter: ['sn', 'org_id', 'bucket', 'sim_card', 'packageTime'],
  sort: ['packageTime', 'ASC'],
  menu: { group: 'operation', icon: 'sim' },
});

/** The newest report of each lock, followed live. */
export const latestData = entity('latestData', ['Latest data', '最新数据'], {
  fields: {
    sn,
    device_name: name,
    org_id: org,
    report_time: f.datetime(['Reported', '上报时间'], { relative: true }),
    status: f.choice(['Lock status', '锁状态'], lockStatus),
    communicate_status: f.choice(['Connection', '通讯状态'], communicateStatus, {
      since: [0, 'report_time'],
    }),
    offline_for: f.duration(['Offline for', '离线时长'], {
      unit: 'ms',
      silence: true,
      on: ['list', 'show', 'export'],
    }),
    position_type: f.choice(['Position type', '定位类型'], positionType),
    ...reportedPlace,
    speed: f.number(['Speed', '速度'], { unit: 'km/h', on: ['list', 'show', 'export'] }),
    electric: f.battery(['Battery', '电量'], { low: 20 }),
    voltage: f.number(['Voltage', '电压'], { unit: 'V', on: ['list', 'show', 'export'] }),
    temperature: f.number(['Temperature', '温度'], { unit: '°C', on: ['list', 'show', 'export'] }),
    alarms: f.number(['Open alarms', '未处理报警'], { integer: true }),
    version: f.text(['Firmware', '固件版本'], { max: 40, on: ['list', 'show', 'export'] }),
  },
  derived: true,
  verbs,
  columns: [
    'sn',
    'report_time',
    'status',
    'communicate_status',
    'position_type',
    'place',
    'speed',
    'electric',
    'temperature',
    'alarms',
  ],
  filter: ['sn', 'org_id', 'report_time', 'status', 'communicate_status', 'electric'],
  sort: ['report_time', 'DESC'],
  live: 'sn',
  menu: { group: 'operation', icon: 'sensor' },
});
