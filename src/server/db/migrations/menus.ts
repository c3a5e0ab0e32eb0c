import { sql } from 'kysely';
import type { Database } from '../database';
import type { Migration } from '../migrate';

/** New groups: code, name, icon. */
const GROUPS = [
  ['command', 'Commands', 'send'],
  ['alarm', 'Alarms', 'alarm'],
  ['card', 'Cards and rules', 'card'],
  ['organisation', 'Organisations', 'org'],
] as const;

/** Menus by the group that they were seeded in and the one that they move to. */
const MOVES = [
  [
    'operation',
    'command',
    'sealIssue appointmentCommandRecord commandBatch commandSchedule basicInfoIssue icCardIssue childLockIssue BluetoothManagement',
  ],
  [
    'operation',
    'alarm',
    'alarmConfig alarmSeverity alarmEscalation webhook alarmReceiver alarmGrade',
  ],
  ['operation', 'card', 'icCard regionalRuleList'],
  ['system', 'organisation', 'org oper role'],
  ['system', 'textMessage', 'noticeRecord emailKey'],
  ['system', 'reports', 'exportJob'],
] as const;

/** Menus that become presets of another page, by the group that they are in by then. */
const PRESETS = [
  ['command', 'basicInfoIssue icCardIssue childLockIssue BluetoothManagement'],
  ['alarm', 'alarmReceiver alarmGrade'],
  ['batch', 'batchSetDevice'],
  ['system', 'dictItem mapKey'],
] as const;

/** Changed icons: code, seeded icon, new icon. */
const ICONS = [
  ['sharedDevice', 'lock', 'share'],
  ['childLockIssue', 'lock', 'link'],
  ['BluetoothManagement', 'sensor', 'bluetooth'],
  ['appointmentCommandRecord', 'send', 'log'],
  ['alarmConfig', 'alarm', 'person'],
  ['batchDisDevice', 'org', 'share'],
  ['connectionRecord', 'sensor', 'link'],
  ['lockMessage', 'log', 'list'],
  ['noticeRecord', 'mail', 'log'],
] as const;

/** Codes in the new order. */
const ORDER = `dashboard amap mapWorld google baidu
  operation deviceList latestData playback lockHistory mapManage sharedDevice cardRenewal fenceList interestPointList
  command sealIssue appointmentCommandRecord commandBatch commandSchedule
  basicInfoIssue icCardIssue childLockIssue BluetoothManagement
  alarm alarmConfig alarmSeverity alarmEscalation webhook alarmReceiver alarmGrade
  card icCard regionalRuleList
  deviceRecord alertRecord alarmHistory deviceLocationRecord statusChangeRecord connectionRecord lockMessage operationLog
  reports report savedReport exportJob
  organisation org oper role
  batch batchAddDevice batchAddICCard batchDisDevice batchSetDevice
  device waitingLock deviceTypeList factoryList fireWareManage fireWareLs upgradeRecord
  textMessage smsRecord SmsStatistics noticeRecord emailKey
  system menu systemParams dictManage mapKeyWeb dictItem mapKey`.split(/\s+/);

const addGroups = async (trx: Database) => {
  for (const [code, name, icon] of GROUPS) {
    await sql`
      insert into menu ("menuCode", "menuName", "menuUrl", "menuIcon", hidden, status)
      select ${code}, ${name}, '0', ${icon}, false, 1
      where not exists (select 1 from menu where "menuCode" = ${code})`.execute(trx);
    await sql`
      insert into planted (kind, code, name) values ('menu', ${code}, ${name})
      on conflict (kind, code) do nothing`.execute(trx);
  }
};

/** Menus that are shown in a group, where an administrator has neither moved nor hidden them. */
const isShownIn = (group: string, codes: string) => sql`
  "menuCode" = any(${codes.split(' ')}) and hidden is not true
    and parent_id = (select id from menu where "menuCode" = ${group})`;

const hidePresets = async (trx: Database) => {
  for (const [group, codes] of PRESETS) {
    await sql`update menu set hidden = true where ${isShownIn(group, codes)}`.execute(trx);
  }
};

const moveMenus = async (trx: Database) => {
  for (const [from, to, codes] of MOVES) {
    await sql`update menu set parent_id = (select id from menu where "menuCode" = ${to})
      where ${isShownIn(from, codes)}
        and exists (select 1 from menu where "menuCode" = ${to})`.execute(trx);
  }
};

/** Sorts the seeded menus anew. An administrator's own menus follow in their order. */
const sortMenus = async (trx: Database) => {
  await sql`
    update menu set sort = ordered.place * 10 from (
      select id, row_number() over (
        order by array_position(${ORDER}::text[], "menuCode"::text) nulls last, sort nulls last, id
      ) as place from menu
    ) as ordered where ordered.id = menu.id`.execute(trx);
};

/** Grants the parents of menus to the roles that have the menus: a page without its group stands apart. */
const grantGroups = async (trx: Database) => {
  await sql`
    insert into role_menu (role_id, menu_id)
    select distinct granted.role_id, child.parent_id from role_menu as granted
    join menu as child on child.id = granted.menu_id
    join menu as parent on parent.id = child.parent_id
    where parent."menuCode" = any(${GROUPS.map(([code]) => code)}) or
      (parent."menuCode" in ('textMessage', 'reports')
        and child."menuCode" in ('noticeRecord', 'emailKey', 'exportJob'))
    on conflict do nothing`.execute(trx);
};

/**
 * Sorts the menus into eleven groups. A menu that an administrator moved or hid keeps its place. A new database has no
 * menus yet and gets them in this form.
 */
export const menuGroups: Migration = {
  name: '0065_menu_groups',
  up: async (transaction) => {
    const { rows } = await sql`select 1 from menu limit 1`.execute(transaction);
    if (rows.length === 0) return;
    await addGroups(transaction);
    for (const [code, from, to] of ICONS) {
      await sql`update menu set "menuIcon" = ${to}
        where "menuCode" = ${code} and "menuIcon" = ${from}`.execute(transaction);
    }
    await moveMenus(transaction);
    await hidePresets(transaction);
    await sortMenus(transaction);
    await grantGroups(transaction);
  },
};
