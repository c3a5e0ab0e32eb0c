import type { Console } from '../../config';
import type { NamedRecords } from '../calls';
import { type EntityTable, entityTable, type Row, type Store } from '../store';
import { type FindBySn, findBySn } from './findBySn';
import { perRecord } from './perRecord';

/** What somebody did, for the operation log; fields as the log's entity declares them. */
export interface Entry {
  readonly orgId: number;
  readonly row: Row;
  /** The records it was done with, of the row's entity; each gets a row of its own. */
  readonly records?: NamedRecords;
}

/** The operation log. */
export interface Journal {
  /** Writes soon, without keeping anybody waiting. */
  write(entry: Entry): void;
  /** Waits until everything is written. */
  close(): Promise<void>;
}

const NAME = 'operationLog';

interface Options {
  readonly store: Store;
  readonly config: Console;
  readonly log: { error(text: string): void };
}

/** A journal that is written to a table. */
export const journalOf = (table: EntityTable, log: Options['log'], find: FindBySn): Journal => {
  let waiting: Entry[] = [];
  let running: Promise<void> | undefined;

  /** Without its records rather than not at all. */
  const idsOf = async ({ row, records = { ids: [] } }: Entry): Promise<readonly number[]> => {
    if ('ids' in records) return records.ids;
    try {
      return await find(row.entity, records.sns);
    } catch (error) {
      log.error(`The records of a row of the operation log were not found: ${error}`);
      return [];
    }
  };

  const byOrganisation = async (entries: readonly Entry[]) => {
    const groups = new Map<number, Row[]>();
    for (const entry of entries) {
      const rows = groups.get(entry.orgId) ?? [];
      rows.push(...perRecord(entry.row, await idsOf(entry)));
      groups.set(entry.orgId, rows);
    }
    return groups;
  };

  /** One row that cannot be written does not take others with it. */
  const writeRows = async (orgId: number, rows: readonly Row[]): Promise<void> => {
    try {
      await table.add(rows, { orgId });
    } catch (error) {
      if (rows.length > 1) for (const row of rows) await writeRows(orgId, [row]);
      else log.error(`A row of the operation log was not written: ${error}`);
    }
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      const batch = await byOrganisation(entries);
      for (const [orgId, rows] of batch) await writeRows(orgId, rows);
    }
  };

  const run = (): void => {
    running = writeAll().then(() => {
      running = undefined;
      if (waiting.length > 0) run();
    });
  };

  return {
    write: (entry) => {
      waiting.push(entry);
      if (!running) run();
    },
    close: async () => {
      while (running) await running;
    },
  };
};

/** Opens the operation log; a console that declares none has none. */
export const openJournal = ({ store, config, log }: Options): Journal => {
  const entity = config.entities.find(({ name }) => name === NAME);
  if (entity) {
    return journalOf(entityTable(store, entity, config), log, findBySn(store.db, config));
  }
  return { write: () => undefined, close: async () => undefined };
};
