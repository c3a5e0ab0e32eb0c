import { defineConsole, page, slot, tab } from './src/config';
import * as resources from './src/resources';

const dashboard = page(() => import('./src/console/pages/dashboard'), [], [], { live: true });
const map = page(
  () => import('./src/console/pages/map'),
  ['device', 'mapKeyWeb'],
  ['fence', 'interestPoint'],
  {
    forLock: {
      phrases: [
        // Its popup says why a lock is silent.
        ['where is', 'show on map', 'locate', 'why is silent', 'why is offline', 'why silent'],
        ['在哪里', '地图上显示', '定位', '为什么离线', '为何离线', '为什么不上报'],
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
        ['play back', 'playback', 'track', 'replay', 'where was', 'where is'],
        ['回放', '轨迹', '在哪里', '在哪'],
      ],
      query: (sn, time) => ({ sn, ...time }),
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
      (await import('./src/console/pages/commandPage')).createCommandPage(
        resources.commandPresets,
        preset,
      ),
    ['device', 'org', 'deviceType'],
    ['fence', 'commandBatch', 'appointmentCommandRecord'],
  );
const commandPages = Object.fromEntries(
  Object.keys(resources.commandPresets).map((preset) => [preset, commandPage(preset)]),
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
/** Reason of a lock's silence, above its timeline. */
const lockHealth = slot(
  async () => (await import('./src/console/pages/device/health')).RecordHealth,
);
const lentLocks = slot(
  async () => (await import('./src/console/pages/device/borrowedLocks')).BorrowedLocksLink,
);

const alarmDesk = () => import('./src/console/pages/alarmDesk');
/** Notes to the next shift and mutes in force, above the alarms. */
const deskHead = slot(async () => (await alarmDesk()).DeskHead);
const deskTools = slot(async () => (await alarmDesk()).DeskTools);

/** Effective alarm settings of a lock, with the source of each value. */
const settings = () => import('./src/console/pages/alarmSettings');
const settledAlarms = {
  ...resources.alarmReceiver.fields.settled,
  slots: {
    cell: slot(async () => (await settings()).AlarmSources),
    detail: slot(async () => (await settings()).EffectiveAlarmSettings),
  },
};

/** Raw text of a message, which few readers need. */
const rawText = {
  ...resources.lockMessage.fields.raw,
  slots: { detail: slot(async () => (await import('./src/console/pages/rawText')).RawText) },
};

const lockActor = {
  ...resources.lockHistory.fields.who,
  slots: { cell: slot(async () => (await import('./src/console/pages/lockActor')).LockActor) },
};

const userForm = () => import('./src/console/pages/userForm');
const { role_id, password } = resources.oper.fields;
/** The role says what it may do, and a user with a mail address is invited instead of given a password. */
const oper = {
  ...resources.oper,
  fields: {
    ...resources.oper.fields,
    role_id: { ...role_id, slots: { input: slot(async () => (await userForm()).RoleInput) } },
    password: { ...password, slots: { input: slot(async () => (await userForm()).FirstPassword) } },
  },
};

export default defineConsole({
  entities: [
    // The detail links to the playback beside its map.
    {
      ...resources.device,
      slots: { row: playable.row, head: lockPlace, toolbar: lentLocks, detail: lockHealth },
    },
    resources.alarmConfig,
    {
      ...resources.alarmReceiver,
      fields: { ...resources.alarmReceiver.fields, settled: settledAlarms },
    },
    resources.alarmSeverityRule,
    resources.alarmGrade,
    resources.alarmEscalation,
    resources.alarmMute,
    resources.webhook,
    resources.childLock,
    resources.deviceType,
    resources.factory,
    resources.firmware,
    resources.firmwareList,
    resources.lockSetting,
    resources.upgradeRecord,
    resources.latestData,
    resources.cardRenewal,
    resources.icCard,
    resources.regionalRule,
    resources.fence,
    resources.interestPoint,
    resources.batchAddDevice,
    resources.batchAddICCard,
    resources.batchDisDevice,
    resources.sharedDevice,
    resources.org,
    oper,
    resources.role,
    resources.menuItem,
    resources.button,
    resources.appointmentCommandRecord,
    resources.commandBatch,
    resources.commandSchedule,
    {
      ...resources.lockHistory,
      fields: { ...resources.lockHistory.fields, who: lockActor },
      slots: playableThen,
    },
    { ...resources.deviceLocationRecord, slots: playableThen },
    { ...resources.statusChangeRecord, slots: playableThen },
    { ...resources.alertRecord, slots: { ...playableThen, top: deskHead, toolbar: deskTools } },
    resources.shiftNote,
    resources.alarmHistory,
    resources.colleague,
    resources.connectionRecord,
    { ...resources.lockMessage, fields: { ...resources.lockMessage.fields, raw: rawText } },
    resources.waitingLock,
    resources.operationLog,
    resources.smsRecord,
    resources.smsStatistics,
    resources.smsDevice,
    resources.noticeRecord,
    resources.systemParams,
    resources.dict,
    resources.dictItem,
    resources.mapKey,
    resources.mapKeyWeb,
    resources.emailKey,
    resources.exportJob,
    resources.savedReport,
    resources.sentList,
  ],
  reports: resources.reports,
  menus: resources.menus,
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
    ...commandPages,
    mapManage,
    report: reportPage,
  },
});
