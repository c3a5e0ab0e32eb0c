import type { RaRecord } from 'react-admin';
import { LIVE_COLUMNS, type LiveChanges, type LiveRow } from '../../domain/live';
import { LOCK } from '../../domain/lock';
import type { LiveSource } from './live';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';

/** Poll interval, ms. */
const POLL_INTERVAL = 15_000;
const PAGE_SIZE = 1000;
/** Limit of devices. Each poll reads all of them. */
const MAX_DEVICES = 10_000;

/** Defaults of columns that the list omits. */
const defaultValues: Readonly<Record<string, unknown>> = {
  status: LOCK.initial,
  communicate_status: 0,
  alarms: 0,
};

const liveRow = (record: RaRecord): LiveRow =>
  LIVE_COLUMNS.map((name) => record[name] ?? defaultValues[name] ?? null);

/**
 * Live data of a server without live calls: polls the list of devices. It has no tickets, so the state of commands is
 * not updated.
 */
export const pollingLiveSource = (provider: Pick<ConsoleDataProvider, 'getList'>): LiveSource => {
  const readDevices = async (signal?: AbortSignal): Promise<RaRecord[]> => {
    const all: RaRecord[] = [];
    for (let page = 1; all.length < MAX_DEVICES; page++) {
      const { data, total = 0 } = await provider.getList<RaRecord>('device', {
        filter: {},
        pagination: { page, perPage: PAGE_SIZE },
        sort: { field: 'sn', order: 'ASC' },
        signal,
      });
      all.push(...data);
      if (data.length === 0 || all.length >= total) break;
    }
    return all.slice(0, MAX_DEVICES);
  };

  const poll = async (signal?: AbortSignal): Promise<LiveChanges> => {
    const rows = (await readDevices(signal)).map(liveRow);
    return { cursor: 'listed', rows, whole: true, gone: [], tickets: [] };
  };

  return {
    every: POLL_INTERVAL,
    liveSnapshot: poll,
    livePart: () => Promise.reject(new Error('A list comes in no parts')),
    liveChanges: (_, signal) => poll(signal),
  };
};
