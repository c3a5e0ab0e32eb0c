import { useEffect, useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { CRITICAL, severityOf } from '../../../domain/alarm';
import { type AlarmOfLock, type LockAlarm, worstBySn } from '../../../domain/openAlarm';
import { useDeclaredSort } from '../../app';
import { ALARMS, useCanRead } from '../../data';
import type { FleetStore } from '../../maps';

export interface AlarmRecord extends RaRecord, AlarmOfLock {
  /** Epoch ms. */
  readonly create_time: number;
  readonly place_name?: string | null;
}

export type WorstAlarm = LockAlarm<AlarmRecord>;

/** Limit of the alarms read; a lock whose alarms are beyond it only has their number. */
const MAX_READ = 500;
/** Poll interval for servers that push no changes, ms. */
const EVERY = 30_000;

/** Returns the worst open alarm of each lock by its SN, and the severity of alarms that were not read. */
export const useWorstAlarms = () => {
  const { data, isLoading } = useGetList<AlarmRecord>(
    ALARMS,
    {
      filter: { state: [0] },
      sort: useDeclaredSort(ALARMS),
      pagination: { page: 1, perPage: MAX_READ },
    },
    { enabled: useCanRead(ALARMS), refetchInterval: EVERY },
  );
  const worst = useMemo(() => worstBySn(data ?? []), [data]);
  const last = data?.[MAX_READ - 1];
  return { worst, otherSeverity: last ? severityOf(last) : CRITICAL, isLoading };
};

export const useAlarmMarks = (store: FleetStore): void => {
  const { worst, otherSeverity, isLoading } = useWorstAlarms();
  useEffect(() => {
    if (!isLoading) store.setAlarms(worst, otherSeverity);
  }, [store, worst, otherSeverity, isLoading]);
};
