import type { Console } from '../../config';
import { type EntityTable, entityTable, type Row, type Store } from '../store';

/** What somebody did, for the operation log; fields as the log's entity declares them. */
export interface Entry {
  readonly orgId: number;
  readonly row: Row;
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

const byOrganisation = (entries: readonly Entry[]): ReadonlyMap<number, Row[]> => {
  const groups = new Map<number, Row[]>();
  for (const { orgId, row } of entries) groups.set(orgId, [...(groups.get(orgId) ?? []), row]);
  return groups;
};

/** A journal that is written to a table. */
export const journalOf = (table: EntityTable, log: Options['log']): Journal => {
  let waiting: Entry[] = [];
  let running: Promise<void> | undefined;

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
      const batch = byOrganisation(waiting);
      waiting = [];
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
  if (entity) return journalOf(entityTable(store, entity, config), log);
  return { write: () => undefined, close: async () => undefined };
};
