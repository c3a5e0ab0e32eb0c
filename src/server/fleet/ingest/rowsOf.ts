import type { LockReport } from '../../../domain/report';
import { crossing } from '../regional/crossing';
import type { Regional } from '../regional/Regional';
import type { RegionalRule } from '../regional/RegionalRule';
import { alarmsOf } from './alarmsOf';
import {
  afterReport,
  type DeviceState,
  fixOf,
  isStatusChange,
  presentPlaceOf,
} from './deviceState';
import { judgeSwipe } from './judgeSwipe';
import type { Received } from './reportBuffer';
import { type Unseal, unsealsOf } from './unsealsOf';

type Row = Readonly<Record<string, unknown>>;

/** What a batch of reports makes of the tables. */
export interface BatchRows {
  readonly states: readonly DeviceState[];
  readonly locations: readonly Row[];
  readonly changes: readonly Row[];
  readonly history: readonly Row[];
  readonly alarms: readonly Row[];
  readonly unseals: readonly Unseal[];
}

/** The regions that a lock entered with a report, and those it is in after it. */
const crossed = (before: DeviceState, report: LockReport, { rulesOf }: Regional) => {
  const place = presentPlaceOf(before, report);
  if (!place) return { regions: before.regions, entered: [] };
  const rules = rulesOf(before.sn).filter(({ autoUnblock }) => autoUnblock);
  return crossing(rules, { fix: fixOf(before), regions: before.regions }, place);
};

/**
 * The rows that a batch writes. Reports are taken in the order of their own clocks, so that what changed from what to
 * what is right when they arrive mixed. Reports of unknown devices are left out.
 */
export const rowsOf = (
  batch: readonly Received[],
  known: readonly DeviceState[],
  regional: Regional,
): BatchRows => {
  const states = new Map(known.map((state) => [state.sn, state]));
  const entered = new Map<string, RegionalRule[]>();
  const rows = {
    locations: [] as Row[],
    changes: [] as Row[],
    history: [] as Row[],
    alarms: [] as Row[],
  };
  for (const { sn, report, receivedAt } of [...batch].sort((a, b) => a.report.ts - b.report.ts)) {
    const before = states.get(sn);
    if (!before) continue;
    const { ts, version: _version, ...rest } = report;
    const { lock_action, icc_card_no } = report;
    const icc_card_name = icc_card_no && regional.cardOf(sn, icc_card_no)?.name;
    const common = { ...rest, icc_card_name, sn, org_id: before.org_id, create_time: ts };
    rows.locations.push({ ...common, receive_time: receivedAt });
    const changed = isStatusChange(before, report);
    const change = { ...common, before_status: before.status };
    if (changed) rows.changes.push(change);
    const card_verdict = judgeSwipe(before, report, regional);
    if (changed || lock_action !== undefined) rows.history.push({ ...change, card_verdict });
    const raised = alarmsOf(before, report, card_verdict);
    rows.alarms.push(...raised.map((alarm) => ({ ...common, card_verdict, ...alarm, state: 0 })));
    const { regions, entered: now } = crossed(before, report, regional);
    if (now.length > 0) entered.set(sn, [...(entered.get(sn) ?? []), ...now]);
    states.set(sn, { ...afterReport(before, report, raised.length), regions });
  }
  const after = [...states.values()];
  return { ...rows, states: after, unseals: unsealsOf(after, entered) };
};
