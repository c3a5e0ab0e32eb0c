import { alarmsOf } from './alarmsOf';
import { afterReport, type DeviceState, isStatusChange } from './deviceState';
import type { Received } from './reportBuffer';

type Row = Readonly<Record<string, unknown>>;

/** What a batch of reports makes of the tables. */
export interface BatchRows {
  readonly states: readonly DeviceState[];
  readonly locations: readonly Row[];
  readonly changes: readonly Row[];
  readonly history: readonly Row[];
  readonly alarms: readonly Row[];
}

/**
 * The rows that a batch writes. Reports are taken in the order of their own clocks, so that what changed from what to
 * what is right when they arrive mixed. Reports of unknown devices are left out.
 */
export const rowsOf = (batch: readonly Received[], known: readonly DeviceState[]): BatchRows => {
  const states = new Map(known.map((state) => [state.sn, state]));
  const rows = {
    locations: [] as Row[],
    changes: [] as Row[],
    history: [] as Row[],
    alarms: [] as Row[],
  };
  for (const { sn, report, receivedAt } of [...batch].sort((a, b) => a.report.ts - b.report.ts)) {
    const before = states.get(sn);
    if (!before) continue;
    const { ts, police_type: _kind, fault_code: _fault, version: _version, ...rest } = report;
    const { lock_action, icc_card_no } = report;
    const common = { ...rest, sn, org_id: before.org_id, create_time: ts };
    rows.locations.push({ ...common, receive_time: receivedAt });
    const changed = isStatusChange(before, report);
    const change = { ...common, before_status: before.status, lock_action };
    if (changed) rows.changes.push(change);
    if (changed || lock_action !== undefined) rows.history.push({ ...change, icc_card_no });
    const raised = alarmsOf(before, report);
    rows.alarms.push(...raised.map((alarm) => ({ ...common, ...alarm, state: 0 })));
    states.set(sn, afterReport(before, report, raised.length));
  }
  return { ...rows, states: [...states.values()] };
};
