import { expect, test } from 'vitest';
import { flatMenus } from '../../../src/config';
import { shell as en } from '../../../src/console/i18n/en/shell';
import { shell as zh } from '../../../src/console/i18n/zh/shell';
import {
  alarmHistory,
  alertRecord,
  appointmentCommandRecord,
  commandBatch,
  commandSchedule,
  lockHistory,
  org,
} from '../../../src/resources';
import { menus } from '../../../src/resources/menus';

test.each([
  [appointmentCommandRecord, ['operate_source', 'message']],
  [lockHistory, ['card_verdict']],
  [alarmHistory, ['how', 'detail']],
  [commandBatch, ['reason', 'confirm_name']],
  [commandSchedule, ['owner', 'last_sent', 'fences']],
  [org, ['logo']],
])('hides columns at first that seldom have a value: %#', (entity, names) => {
  const { columns, list }: { columns: readonly string[]; list: readonly string[] } = entity;
  expect(columns.filter((name) => names.includes(name))).toEqual([]);
  expect(list.filter((name) => names.includes(name))).toHaveLength(names.length);
});

test('calls the alarm desk by one name in the menu and in the link above it', () => {
  const menu = flatMenus(menus).find(({ code }) => code === alertRecord.name);
  expect(menu?.label).toEqual([en.alarms.desk, zh.alarms.desk]);
});
