import { defineConsole, page, slot, tab } from './src/config';
import {
  alarmConfig,
  alarmEscalation,
  alarmGrade,
  alarmHistory,
  alarmMute,
  alarmReceiver,
  alarmSeverityRule,
  alertRecord,
  appointmentCommandRecord,
  batchAddDevice,
  batchAddICCard,
  batchDisDevice,
  button,
  cardRenewal,
  childLock,
  colleague,
  commandBatch,
  commandPresets,
  commandSchedule,
  connectionRecord,
  device,
  deviceLocationRecord,
  deviceType,
  dict,
  dictItem,
  emailKey,
  exportJob,
  factory,
  fence,
  firmware,
  firmwareList,
  icCard,
  interestPoint,
  latestData,
  lockHistory,
  lockMessage,
  lockSetting,
  mapKey,
  mapKeyWeb,
  menuItem,
  menus,
  noticeRecord,
  oper,
  operationLog,
  org,
  regionalRule,
  reports,
  role,
  savedReport,
  sharedDevice,
  shiftNote,
  smsDevice,
  smsRecord,
  smsStatistics,
  statusChangeRecord,
  systemParams,
  upgradeRecord,
  waitingLock,
  webhook,
} from './src/resources';

const dashboard = page(() => import('./src/console/pages/dashboard'), [], [], { live: true });
const map = page(
  () => import('./src/console/pages/map'),
  ['device', 'mapKeyWeb'],
  ['fence', 'interestPoint'],
  {
    forLock: {
      phrases: [
        ['where is', 'show on map'],
        ['在哪里', '地图上显示'],
      ],
      query: (sn) => ({ sn }),
    },
  },
);
const mapManage = page(
  () => import('./src/console/pages/mapManage'),
  ['fence', 'interestPoint', 'device', 'org', 'mapKeyWeb'],
);

const playback = page(
  () => import('./src/console/pages/playback'),
  ['device', 'deviceLocationRecord', 'mapKeyWeb'],
  ['lockHistory', 'fence', 'interestPoint'],
  {
    forLock: {
      phrases: [
        ['play back', 'playback', 'track', 'replay'],
        ['回放', '轨迹'],
      ],
      query: (sn, { from, to }) => ({ sn, from: String(from), to: String(to) }),
    },
  },
);

/** Report page. The menus of the underlying records decide who may read a report. */
const reportPage = page(
  () => import('./src/console/pages/report'),
  ['savedReport', 'device', 'org'],
);

/** Command page, opened at one of its presets. */
const commandPage = (preset: string) =>
  page(
    async () =>
      (await import('./src/console/pages/commandPage')).createCommandPage(commandPresets, preset),
    ['device', 'org', 'deviceType'],
    ['fence', 'commandBatch', 'appointmentCommandRecord'],
  );
const commandPages = Object.fromEntries(
  Object.keys(commandPresets).map((preset) => [preset, commandPage(preset)]),
);

const links = () => import('./src/console/pages/playback/links');
/** Links to the playback, in the row and the detail of a lock. */
const playable = {
  row: slot(async () => (await links()).RowPlayback),
  detail: slot(async () => (await links()).DetailPlayback),
};
/** Links to the playback at the time of a record. */
const playableThen = {
  row: slot(async () => (await links()).RowPlayback, { event: true }),
  detail: slot(async () => (await links()).DetailPlayback, { event: true }),
};

/** Position of a lock in words, in the head of its detail. */
const lockPlace = slot(async () => (await import('./src/console/pages/device/place')).PlaceHeading);
const lentLocks = slot(
  async () => (await import('./src/console/pages/device/borrowedLocks')).BorrowedLocksLink,
);

const alarmDesk = () => import('./src/console/pages/alarmDesk');
/** Notes to the next shift and mutes in force, above the alarms. */
const deskHead = slot(async () => (await alarmDesk()).DeskHead);
const writeNote = slot(async () => (await alarmDesk()).WriteNote);

/** Effective alarm settings of a lock, with the source of each value. */
const settings = () => import('./src/console/pages/alarmSettings');
const settledAlarms = {
  ...alarmReceiver.fields.settled,
  slots: {
    cell: slot(async () => (await settings()).AlarmSources),
    detail: slot(async () => (await settings()).EffectiveAlarmSettings),
  },
};

const lockActor = {
  ...lockHistory.fields.who,
  slots: { cell: slot(async () => (await import('./src/console/pages/lockActor')).LockActor) },
};

export default defineConsole({
  entities: [
    // The detail links to the playback beside its map.
    { ...device, slots: { row: playable.row, head: lockPlace, toolbar: lentLocks } },
    alarmConfig,
    { ...alarmReceiver, fields: { ...alarmReceiver.fields, settled: settledAlarms } },
    alarmSeverityRule,
    alarmGrade,
    alarmEscalation,
    alarmMute,
    webhook,
    childLock,
    deviceType,
    factory,
    firmware,
    firmwareList,
    lockSetting,
    upgradeRecord,
    latestData,
    cardRenewal,
    icCard,
    regionalRule,
    fence,
    interestPoint,
    batchAddDevice,
    batchAddICCard,
    batchDisDevice,
    sharedDevice,
    org,
    oper,
    role,
    menuItem,
    button,
    appointmentCommandRecord,
    commandBatch,
    commandSchedule,
    { ...lockHistory, fields: { ...lockHistory.fields, who: lockActor }, slots: playableThen },
    { ...deviceLocationRecord, slots: playableThen },
    { ...statusChangeRecord, slots: playableThen },
    { ...alertRecord, slots: { ...playableThen, top: deskHead, toolbar: writeNote } },
    shiftNote,
    alarmHistory,
    colleague,
    connectionRecord,
    lockMessage,
    waitingLock,
    operationLog,
    smsRecord,
    smsStatistics,
    smsDevice,
    noticeRecord,
    systemParams,
    dict,
    dictItem,
    mapKey,
    mapKeyWeb,
    emailKey,
    exportJob,
    savedReport,
  ],
  reports,
  menus,
  tabs: {
    device: {
      place: tab(
        ['Place', '位置'],
        () => import('./src/console/pages/device/place'),
        ['deviceLocationRecord'],
        { beside: true },
      ),
      telemetry: tab(['Telemetry', '遥测'], () => import('./src/console/pages/device/telemetry'), [
        'deviceLocationRecord',
      ]),
      settings: tab(
        ['Lock settings', '锁内设置'],
        () => import('./src/console/pages/device/settings'),
        ['lockSetting'],
      ),
    },
  },
  pages: {
    dashboard,
    'map/amap': map,
    'map/mapWorld': map,
    'map/google': map,
    'map/baidu': map,
    playback,
    device: 'device',
    alarmConfig: 'alarmConfig',
    alarmReceiver: 'alarmReceiver',
    alarmSeverity: 'alarmSeverity',
    alarmGrade: 'alarmGrade',
    alarmEscalation: 'alarmEscalation',
    alarmMute: 'alarmMute',
    webhook: 'webhook',
    deviceType: 'deviceType',
    factory: 'factory',
    org: 'org',
    oper: 'oper',
    role: 'role',
    menu: 'menu',
    appointmentCommandRecord: 'appointmentCommandRecord',
    ...commandPages,
    commandBatch: 'commandBatch',
    commandSchedule: 'commandSchedule',
    lockHistory: 'lockHistory',
    deviceLocationRecord: 'deviceLocationRecord',
    statusChangeRecord: 'statusChangeRecord',
    alertRecord: 'alertRecord',
    shiftNote: 'shiftNote',
    alarmHistory: 'alarmHistory',
    connectionRecord: 'connectionRecord',
    lockMessage: 'lockMessage',
    waitingLock: 'waitingLock',
    operationLog: 'operationLog',
    latestData: 'latestData',
    cardRenewal: 'cardRenewal',
    icCard: 'icCard',
    regionalRule: 'regionalRule',
    mapManage,
    fence: 'fence',
    interestPoint: 'interestPoint',
    batchAddDevice: 'batchAddDevice',
    batchAddICCard: 'batchAddICCard',
    batchDisDevice: 'batchDisDevice',
    sharedDevice: 'sharedDevice',
    firmware: 'firmware',
    firmwareList: 'firmwareList',
    upgradeRecord: 'upgradeRecord',
    smsRecord: 'smsRecord',
    SmsStatistics: 'SmsStatistics',
    noticeRecord: 'noticeRecord',
    systemParams: 'systemParams',
    dict: 'dict',
    dictItem: 'dictItem',
    mapKey: 'mapKey',
    mapKeyWeb: 'mapKeyWeb',
    emailKey: 'emailKey',
    exportJob: 'exportJob',
    savedReport: 'savedReport',
    report: reportPage,
  },
});
