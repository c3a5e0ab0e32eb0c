import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnyEntity, Console, Row } from '../../config';
import { LIVE_COLUMNS, type LiveDevice } from '../../domain/live';
import { schemaOf } from '../../fields';
import { TICKETS } from '../../protocol';
import { ALARMS } from './dataProvider';
import type { Live } from './live';
import { fieldsOf } from './wire';

type LiveColumn = keyof LiveDevice & string;

/**
 * Returns the live columns that a record of the entity shows. References are excluded: they would need their titles
 * too.
 */
const columnsOf = (entity: AnyEntity): LiveColumn[] =>
  LIVE_COLUMNS.filter((name) => {
    const field = fieldsOf(entity)[name];
    return field && name !== entity.live && !schemaOf(field).references;
  });

/** True if the lists of the entity follow changes by themselves. */
export const isLive = ({ name, live, poll }: AnyEntity): boolean =>
  live !== undefined || poll !== undefined || name === ALARMS || name === TICKETS;

/**
 * Keeps cached lists and details up to date. Merges live values into their rows and refetches lists of tickets. Derived
 * rows hold more than live data has, so they are refetched after a delay. A hidden window refetches only queries that
 * poll in the background; the others follow when it becomes visible. Returns the unsubscribe function.
 */
export const refetchOnLiveChanges = (
  live: Live,
  client: QueryClient,
  declared: Console,
  page: Page | undefined = globalThis.document,
): (() => void) => {
  const refetch = (queryKey: QueryKey) => {
    if (!page?.hidden) return client.invalidateQueries({ queryKey });
    client.invalidateQueries({ queryKey, refetchType: 'none' });
    return client.refetchQueries({ queryKey, predicate: refetchesInBackground });
  };
  const onVisibilityChange = () => {
    if (page?.hidden) return;
    client.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated });
  };
  page?.addEventListener('visibilitychange', onVisibilityChange);

  const liveEntities = declared.entities
    .filter((entity) => entity.live)
    .map((entity) => ({ entity, columns: columnsOf(entity) }))
    .filter(({ columns }) => columns.length > 0);

  const snOf = (entity: AnyEntity, row: Row) => String(row[entity.live as string]);

  const derived = liveEntities.filter(({ entity }) => entity.derived);
  const catchUp = createThrottle(
    () => CATCH_UP_DELAY,
    () => {
      for (const { entity } of derived) refetch([entity.name]);
    },
  );

  const endFleet = live.fleet.subscribe((_, removedSns) => {
    if (derived.length > 0) catchUp.ask();
    const removed = new Set(removedSns);
    for (const { entity, columns } of liveEntities) {
      let shorter = false;
      const withLiveValues = (row: Row): Row => {
        shorter ||= removed.size > 0 && removed.has(snOf(entity, row));
        const device = live.fleet.get(snOf(entity, row));
        return device ? mergeLive(row, device, columns) : row;
      };
      client.setQueriesData({ queryKey: [entity.name] }, (data: unknown) =>
        mapRows(data, withLiveValues),
      );
      if (shorter) refetch([entity.name, 'getList']);
    }
  });
  const endTickets = live.tickets(() => {
    refetch([TICKETS]);
  });
  let lastRefetch = 0;
  const alarmRefetch = createThrottle(
    () => Math.max(0, lastRefetch + ALARM_INTERVAL - Date.now()),
    () => {
      lastRefetch = Date.now();
      refetch([ALARMS]);
    },
  );
  const endAlarms = live.alarms(alarmRefetch.ask);
  return () => {
    catchUp.end();
    alarmRefetch.end();
    endFleet();
    endTickets();
    endAlarms();
    page?.removeEventListener('visibilitychange', onVisibilityChange);
  };
};

type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/** True if a query refetches in a hidden window too, as that of the alarm notifications does. */
const refetchesInBackground = ({ observers }: Query): boolean =>
  observers.some(({ options }) => options.refetchIntervalInBackground === true);

/** Delay before derived rows are refetched, ms. */
const CATCH_UP_DELAY = 5_000;
/** Minimum interval between two fetches of alarms, ms. A single change is fetched at once, a burst is throttled. */
const ALARM_INTERVAL = 1_000;

/** Runs work once after a wait; requests in the meantime are merged. */
const createThrottle = (wait: () => number, work: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, wait());
    },
    end: () => clearTimeout(timer),
  };
};

/** Merges live values into a row. Returns the row itself if nothing changed, so that nothing renders again. */
const mergeLive = (row: Row, device: LiveDevice, columns: readonly LiveColumn[]): Row => {
  const news = columns.filter((name) => !Object.is(row[name] ?? null, device[name]));
  if (news.length === 0) return row;
  return { ...row, ...Object.fromEntries(news.map((name) => [name, device[name]])) };
};

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Maps the rows of a cached answer: one record, an array, or a page with records under `data`. */
const mapRows = (data: unknown, renewed: (row: Row) => Row): unknown => {
  if (Array.isArray(data)) {
    const rows = data.map((row) => (isRow(row) ? renewed(row) : row));
    return rows.some((row, i) => row !== data[i]) ? rows : data;
  }
  if (isRow(data)) return renewed(data);
  if (typeof data !== 'object' || data === null || !('data' in data)) return data;
  const rows = mapRows(data.data, renewed);
  return rows === data.data ? data : { ...data, data: rows };
};
