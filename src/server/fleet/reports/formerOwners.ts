import { BLIND_SPOT, LOCK } from '../../../domain/lock';
import { anyOf, type Database } from '../../db';
import type { DeviceState, ReceivedReport } from '../state';

/**
 * Returns the buffered reports that locks recorded for a former owner of their serial number, with that organisation.
 * A live report is always of the present owner, because its time may be wrong.
 */
export const formerOwnersOf = async (
  trx: Database,
  batch: readonly ReceivedReport[],
  devices: readonly DeviceState[],
): Promise<ReadonlyMap<ReceivedReport, number>> => {
  const buffered = batch.filter(
    ({ report, isUndated }) => report.report_reson === BLIND_SPOT && !isUndated,
  );
  if (buffered.length === 0) return new Map();
  const owners = await trx
    .selectFrom('former_owner')
    .select(['sn', 'org_id', 'until'])
    .where('sn', '=', anyOf([...new Set(buffered.map(({ sn }) => sn))]))
    .orderBy('until')
    .execute();
  const present = new Map(devices.map(({ sn, org_id }) => [sn, org_id]));
  return new Map(
    buffered.flatMap((received) => {
      const { sn, report } = received;
      const owner = owners.find((each) => each.sn === sn && report.ts < each.until)?.org_id;
      const isFormer = owner !== undefined && present.has(sn) && present.get(sn) !== owner;
      return isFormer ? [[received, owner] as const] : [];
    }),
  );
};

/** Returns the state of a lock for records of a former owner, without anything that the present owner knows. */
export const formerState = (state: DeviceState, org_id: number): DeviceState => ({
  ...{ ...state, org_id, status: LOCK.initial },
  ...{ electric: null, raised: {}, regions: [], fences: [] },
});
