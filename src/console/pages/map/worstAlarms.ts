import { useEffect, useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { type AlarmKind, type AlarmSeverity, CRITICAL } from '../../../domain/alarm';
import { ALARMS, useCanRead } from '../../data';
import type { FleetStore } from '../../maps';

/** Open alarm as the list of locks shows it. */
export interface WorstAlarm extends RaRecord {
  readonly sn: string;
  readonly police_type: AlarmKind;
  /** A server may omit it; an alarm without one counts as critical. */
  readonly severity?: AlarmSeverity | null;
  /** Epoch ms. */
  readonly create_time: number;
  /** Operator who took charge of it. */
  readonly taken_by?: string | null;
}

/** Limit of the alarms read; a lock whose alarms are beyond it only has their number. */
const MAX_READ = 500;
/** Poll interval for servers that push no changes, ms. */
const EVERY = 30_000;

export const severityOfAlarm = ({ severity }: WorstAlarm): AlarmSeverity => severity ?? CRITICAL;

const isWorse = (one: WorstAlarm, other: WorstAlarm): boolean =>
  severityOfAlarm(one) - severityOfAlarm(other) < 0 ||
  (severityOfAlarm(one) === severityOfAlarm(other) && one.create_time > other.create_time);

/** Returns the worst alarm of each lock by its SN, the newest of several. */
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
  return { worst, otherSeverity: last ? severityOfAlarm(last) : CRITICAL };
};

/** Marks the locks on a map with their worst alarms: the severity, and whether an operator has taken it. */
export const useAlarmMarks = (store: FleetStore): void => {
  const { worst, otherSeverity } = useWorstAlarms();
  useEffect(() => {
    const severities = new Map([...worst].map(([sn, alarm]) => [sn, severityOfAlarm(alarm)]));
    const takenSns = new Set([...worst].flatMap(([sn, { taken_by }]) => (taken_by ? [sn] : [])));
    store.setSeverities(severities, otherSeverity, takenSns);
  }, [store, worst, otherSeverity]);
};
