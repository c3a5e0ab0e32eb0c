import { action, entity, f, readViews, reportedViews } from '../config';
import { CARD, cardNumber, cardType, MAX_CARDS, MAX_CHILD_LOCKS, simExpiry } from '../domain/card';
import { LOCK, lockStatus, serialNumber, serialNumberError } from '../domain/lock';
import { enabledChoice } from '../domain/system';
import { visibleCode } from '../domain/text';
import { connectionSource } from './records';

/** Views of a coordinate: one field shows both on screens. */
const enteredViews = ['create', 'edit', 'export', 'import'] as const;

export const icCard = entity('icCard', ['IC card', 'IC卡'], {
  noun: ['IC card |||| IC cards', 'IC卡'],
  fields: {
    ic_no: f.text(['Card number', '卡号'], {
      required: true,
      unique: true,
      fixed: true,
      max: 20,
      ...cardNumber,
      takenMessage: serialNumberError,
    }),
    ic_name: f.text(['Name', '名称'], { max: 60, inline: true }),
    card_type: f.choice(['Type', '卡类型'], cardType, { required: true, initial: 1 }),
    card_no: f.text(['Group number', '组号'], {
      required: true,
      max: 20,
      ...visibleCode,
      when: { card_type: [CARD.group] },
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    status: f.choice(['Status', '状态'], enabledChoice, { initial: 1 }),
    place_name: f.placeName(['Place', '位置'], { names: 'place', virtual: true, on: ['show'] }),
    place: f.lngLat(['Place', '位置'], {
      virtual: true,
      columns: ['lat', 'lon'],
      radius: 'radius',
      on: ['create', 'edit', 'show'],
      help: [
        'Where the card opens locks. Leave empty for everywhere',
        '刷卡生效的位置，留空则不限',
      ],
    }),
    lat: f.number(['Latitude', '纬度'], { min: -90, max: 90, on: enteredViews }),
    lon: f.number(['Longitude', '经度'], { min: -180, max: 180, on: enteredViews }),
    radius: f.radius(['Radius', '半径']),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  filter: ['ic_no', 'ic_name', 'card_type', 'org_id', 'status'],
  form: [['ic_no', 'ic_name'], ['card_type', 'card_no'], ['org_id', 'status'], 'place', 'radius'],
  check: ({ lat, lon, radius }) => {
    const placed = typeof lat === 'number' && typeof lon === 'number';
    if (placed === (typeof radius === 'number')) return undefined;
    return placed
      ? { radius: ['A place needs a radius', '设置位置时必须填写半径'] }
      : { place: ['A radius needs a place', '设置半径时必须选择位置'] };
  },
  sort: ['create_time', 'DESC'],
  related: [
    {
      entity: 'regionalRule',
      foreignField: 'cards',
      localField: 'id',
      label: ['Regional rules', '区域刷卡规则'],
    },
  ],
  empty: [
    'Add cards one by one, or a range of numbers under Bulk tasks. Regional rules then decide where they open locks.',
    '可逐张添加，或在批量添加中按号段添加；再由区域刷卡规则决定卡片可在何处开锁。',
  ],
  menu: { group: 'operation', icon: 'card' },
});

const enable = action(['Enable', '启用'], {
  done: ['%{title} enabled |||| %{smart_count} records enabled', '已启用 %{smart_count} 条'],
  when: { enabled: [false] },
  sets: { enabled: true },
  icon: 'enable',
});
const disable = action(['Disable', '停用'], {
  done: ['%{title} disabled |||| %{smart_count} records disabled', '已停用 %{smart_count} 条'],
  when: { enabled: [true] },
  sets: { enabled: false },
  icon: 'disable',
});

export const regionalRule = entity('regionalRule', ['Regional rule', '区域刷卡规则'], {
  noun: ['regional rule |||| regional rules', '区域刷卡规则'],
  fields: {
    regional_rule: f.text(['Rule', '规则名称'], {
      required: true,
      unique: 'org',
      max: 60,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org_name' }),
    enabled: f.boolean(['Enabled', '启用'], { initial: true }),
    auto_unblock: f.boolean(['Unseal automatically', '自动解封'], {
      initial: false,
      help: [
        'A lock that enters the region is unsealed without a card',
        '锁进入区域后无需刷卡自动解封',
      ],
    }),
    place_name: f.placeName(['Region', '区域'], {
      names: 'place',
      virtual: true,
      on: ['list', 'show'],
    }),
    place: f.lngLat(['Region', '区域'], {
      virtual: true,
      columns: ['lat', 'lon'],
      radius: 'radius',
      on: ['create', 'edit', 'show'],
      required: true,
    }),
    lat: f.number(['Latitude', '纬度'], { required: true, min: -90, max: 90, on: enteredViews }),
    lon: f.number(['Longitude', '经度'], { required: true, min: -180, max: 180, on: enteredViews }),
    radius: f.radius(['Radius', '半径'], { required: true }),
    cards: f.refs(['Cards', 'IC卡'], 'icCard', { max: MAX_CARDS }),
    devices: f.refs(['Devices', '设备'], 'device', { max: 500 }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  columns: ['regional_rule', 'org_id', 'enabled', 'auto_unblock', 'radius', 'cards', 'devices'],
  filter: ['regional_rule', 'org_id', 'enabled', 'devices', 'cards'],
  form: [
    ['regional_rule', 'org_id'],
    ['enabled', 'auto_unblock'],
    'place',
    'radius',
    'cards',
    'devices',
  ],
  actions: { enable, disable },
  empty: [
    'A regional rule decides which cards open which locks, and where. Draw the region, then choose cards and devices.',
    '区域刷卡规则决定哪些卡可在何处打开哪些设备。新建规则：画出区域，再选择IC卡和设备。',
  ],
  menu: { group: 'operation', icon: 'rule' },
});

export const childLock = entity('childLock', ['Child lock', '子锁'], {
  noun: ['child lock |||| child locks', '子锁'],
  fields: {
    child_sn: f.text(['SN', '子锁号'], {
      required: true,
      unique: true,
      fixed: true,
      ...serialNumber,
      takenMessage: serialNumberError,
    }),
    child_name: f.text(['Name', '名称'], { max: 60, inline: true }),
    device_id: f.ref(['Main lock', '所属主锁'], 'device', {
      required: true,
      via: 'sn',
      help: [
        `A main lock has up to ${MAX_CHILD_LOCKS} child locks`,
        `每把主锁最多 ${MAX_CHILD_LOCKS} 把子锁`,
      ],
    }),
    status: f.choice(['Lock status', '锁状态'], lockStatus, {
      on: reportedViews,
      initial: LOCK.initial,
    }),
    electric: f.battery(['Battery', '电量'], { on: reportedViews, low: 20 }),
    voltage: f.number(['Voltage', '电压'], { unit: 'V', on: reportedViews }),
    report_time: f.datetime(['Last report', '最近上报'], { on: reportedViews, relative: true }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  empty: [
    'A child lock belongs to a main lock, which controls it. Add one and choose its main lock.',
    '子锁挂在主锁之下，由主锁控制。新建子锁并选择所属主锁。',
  ],
  menu: { group: 'operation', icon: 'lock' },
});

/** SIM cards of the locks, with their renewal before expiry. */
export const cardRenewal = entity('cardRenewal', ['SIM renewal', 'SIM卡续费'], {
  noun: ['SIM card |||| SIM cards', 'SIM卡'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32, via: 'device_name' }),
    device_name: f.text(['Name', '设备名称'], { max: 60 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    sim_card: f.text(['SIM card (ICCID)', 'SIM卡号（ICCID）'], { max: 20 }),
    packageTime: f.date(['SIM expiry', 'SIM卡到期']),
    days_left: f.number(['Days left', '剩余天数'], {
      integer: true,
      on: readViews,
    }),
    bucket: f.choice(['Expires', '到期情况'], simExpiry),
  },
  derived: true,
  byDay: true,
  nameField: 'device_name',
  verbs: ['list', 'get', 'export'],
  actions: {
    renew: action(['Renew', '续费'], {
      done: [
        'SIM card renewed |||| %{smart_count} SIM cards renewed',
        '已续费 %{smart_count} 张SIM卡',
      ],
      doneBy: 'superior',
      args: {
        months: f.number(['Months', '续费月数'], {
          required: true,
          integer: true,
          min: 1,
          max: 60,
          initial: 12,
          help: [
            'Counted from the expiry date, or from today if it has passed',
            '从到期日起计算，已过期的从今天起计算',
          ],
        }),
      },
      icon: 'renew',
    }),
  },
  counts: ['bucket'],
  columns: ['sn', 'org_id', 'sim_card', 'packageTime', 'days_left'],
  filter: ['sn', 'org_id', 'bucket', 'sim_card'],
  views: {
    expired: {
      label: ['Expired', '已过期'],
      synonyms: [
        ['expired SIM', 'SIM expired'],
        ['SIM卡过期', '过期卡'],
      ],
      filter: { packageTime_to: 'now-1d' },
    },
    expiresSoon: {
      label: ['Expires within 30 days', '30 天内到期'],
      synonyms: [
        ['SIM expires', 'expiring SIM'],
        ['SIM卡到期', '即将到期'],
      ],
      filter: { packageTime_from: 'now', packageTime_to: 'now+30d' },
    },
  },
  sort: ['packageTime', 'ASC'],
  head: ['sim_card', 'packageTime', 'days_left', 'bucket'],
  timeline: {
    renewal: {
      entity: 'operationLog',
      foreignField: 'record_id',
      localField: 'id',
      filter: { entity_is: 'cardRenewal' },
      label: ['Renewals', '续费'],
      icon: 'renew',
      title: ['title', 'success'],
      extra: ['operate_name', 'error_msg'],
    },
    connection: connectionSource,
  },
  empty: [
    'Locks appear here once you enter their SIM expiry in the form or by import.',
    '在设备表单或导入中填写SIM卡到期日后，该设备会列在这里。',
  ],
  menu: { group: 'operation', icon: 'sim' },
});
