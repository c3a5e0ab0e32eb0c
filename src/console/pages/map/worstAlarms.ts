import { useEffect, useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import {
  type AlarmKind,
  alarmRank,
  CRITICAL,
  type OpenAlarm,
  severityOf,
} from '../../../domain/alarm';
import { ALARMS, useCanRead } from '../../data';
import type { FleetStore } from '../../maps';

export interface WorstAlarm extends RaRecord, OpenAlarm {
  readonly sn: string;
  readonly police_type: AlarmKind;
  /** Epoch ms. */
  readonly create_time: number;
}

/** Limit of the alarms read; a lock whose alarms are beyond it only has their number. */
const MAX_READ = 500;
/** Poll interval for servers that push no changes, ms. */
const EVERY = 30_000;

/** The newer of two alarms of a rank is worse. */
const isWorse = (one: WorstAlarm, other: WorstAlarm): boolean =>
  (alarmRank(one) - alarmRank(other) || other.create_time - one.create_time) < 0;

export const worstBySn = (alarms: readonly WorstAlarm[]): ReadonlyMap<string, WorstAlarm> => {
  const worst = new Map<string, WorstAlarm>();
  for (const alarm of alarms) {
    const before = worst.get(alarm.sn);
    if (!before || isWorse(alarm, before)) worst.set(alarm.sn, alarm);
  }
  return worst;
};

/** Returns the worst open alarm of each lock by its SN, and the severity of alarms that were not read. */
export const useWorstAlarms = () => {
  const { data } = useGetList<WorstAlarm>(
    ALARMS,
    {
      filter: { state: [0] },
      sort: { field: 'severity', order: 'ASC' },
      pagination: { page: 1, perPage: MAX_READ },
    },
    { enabled: useCanRead(ALARMS), refetchInterval: EVERY },
  );
  const worst = useMemo(() => worstBySn(data ?? []), [data]);
  const last = data?.[MAX_READ - 1];
  return { worst, otherSeverity: last ? severityOf(last) : CRITICAL };
};

export const useAlarmMarks = (store: FleetStore): void => {
  const { worst, otherSeverity } = useWorstAlarms();
  useEffect(() => {
    store.setAlarms(worst, otherSeverity);
  }, [store, worst, otherSeverity]);
};
