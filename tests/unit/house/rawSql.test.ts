import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { OWN_TABLES } from '../../../src/server/db';
import { rawStatements, tablesIn } from './rawSql';

const tables = new Set([...OWN_TABLES, ...config.entities.map(({ table }) => String(table))]);

/** Old schemas are read as they were, so the statements of migrations stay raw. */
const isMigration = (file: string) => file.startsWith('src/server/db/migrations/');

/**
 * Statements by file that name a table in raw SQL. The compiler checks neither their tables nor their columns, so
 * write a new one with kysely's builder or with `query` of db/sql/typedSql.ts. Lower a number when one goes.
 */
const RAW: Readonly<Record<string, number>> = {
  'src/demo/seed/history/index.ts': 1,
  'src/demo/removeDemo.ts': 5,
  'src/server/auth/roles.ts': 1,
  'src/server/db/schema/counters.ts': 1,
  'src/server/db/logChain.ts': 2,
  'src/server/db/openAlarms.ts': 4,
  'src/server/db/queries/countGroups.ts': 1,
  'src/server/fleet/reports/alarms.ts': 2,
  'src/server/fleet/log/connectionLog.ts': 2,
  'src/server/fleet/reports/correctAlarms.ts': 2,
  'src/server/fleet/log/messageLog.ts': 1,
  'src/server/fleet/places/openFences.ts': 2,
  'src/server/fleet/places/openRegional.ts': 2,
  'src/server/fleet/presence/presenceRows.ts': 7,
  'src/server/fleet/reports/reports.ts': 3,
  'src/server/fleet/commands/sharing.ts': 5,
  'src/server/fleet/presence/silence.ts': 2,
  'src/server/fleet/live/tenantChanges.ts': 4,
  'src/server/fleet/commands/batches.ts': 1,
  'src/server/fleet/commands/create.ts': 1,
  'src/server/fleet/commands/deliver.ts': 4,
  'src/server/fleet/commands/replies.ts': 1,
  'src/server/jobs/claim.ts': 1,
  'src/server/jobs/queue.ts': 1,
  'src/server/notify/corrections.ts': 1,
  'src/server/notify/escalate.ts': 1,
  'src/server/reports/runReport.ts': 2,
  'src/server/reports/sources.ts': 3,
  'src/server/rules/alarms.ts': 3,
  'src/server/rules/exportJob.ts': 1,
};

it('no file has more raw SQL statements than listed', () => {
  const counts: Record<string, number> = {};
  for (const { file } of ['src/server', 'src/demo'].flatMap((each) =>
    rawStatements(each, tables),
  )) {
    if (!isMigration(file)) counts[file] = (counts[file] ?? 0) + 1;
  }
  expect(counts).toEqual(RAW);
});

describe('tablesIn', () => {
  it.each([
    ['select sn from device where id = $', ['device']],
    ['update "alertRecord" set state = 1', ['alertRecord']],
    ['delete from job using org', ['job', 'org']],
    ['insert into planted select from $ join "menu" as m', ['planted', 'menu']],
    ['select from_unixtime', []],
  ])('finds the tables of %s', (text, names) => {
    expect(tablesIn(text)).toEqual(names);
  });
});
