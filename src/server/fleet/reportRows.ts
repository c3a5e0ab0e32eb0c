import { createHash } from 'node:crypto';
import { type Row, unmetConditions } from '../../config';
import { type AlarmKind, LOW_BATTERY } from '../../domain/alarm';
import { type CardVerdict, VERDICT } from '../../domain/card';
import type { LockProtocol } from '../../domain/family';
import type { LatLon } from '../../domain/geo/geometry';
import {
  BLIND_SPOT,
  LOCK,
  type LockReport,
  type LockStatus,
  type PositionType,
  SWIPING,
  UNSEALING,
} from '../../domain/lock';
import {
  type ActiveAlarms,
  type AlarmCandidate,
  type AlarmClearance,
  alarmKey,
  type FenceCrossing,
  type RepeatedAlarm,
  raiseAlarms,
  updateFenceAlarms,
} from './raiseAlarms';
import { judgeSwipe, type RegionalContext, type RegionalRule, regionsEntered } from './regional';
import type { ReceivedReport } from './reports';

/** What a batch of reports makes of the tables. */
interface BatchRows {
  readonly states: readonly DeviceState[];
  readonly locations: readonly Row[];
  readonly changes: readonly Row[];
  readonly history: readonly Row[];
  readonly alarms: readonly Row[];
  readonly repeats: readonly RepeatedAlarm[];
  readonly cleared: readonly AlarmClearance[];
  readonly unseals: readonly UnsealEvent[];
}

/** The regions that a lock entered with a report, and those it is in after it. */
const regionsAfter = (before: DeviceState, report: LockReport, { rulesOf }: RegionalContext) => {
  const place = presentPlaceOf(before, report);
  if (!place) return { regions: before.regions, entered: [] };
  const rules = rulesOf(before.sn).filter(({ autoUnblock }) => autoUnblock);
  return regionsEntered(rules, { fix: fixOf(before), regions: before.regions }, place);
};

/** What every record keeps of a report. */
export const reportedState = (state: DeviceState, report: LockReport) => {
  const { ts, version: _version, ...rest } = report;
  return {
    lock_status: state.status,
    ...rest,
    sn: state.sn,
    org_id: state.org_id,
    create_time: ts,
  };
};

/** What fences make of a batch. */
interface FenceEffects {
  readonly alarms: readonly { readonly sn: string; readonly row: Row }[];
  readonly crossings: readonly FenceCrossing[];
  /** The fences that locks are in after it, by serial number. */
  readonly insideBySn: ReadonlyMap<string, readonly number[]>;
}

const noFenceEffects: FenceEffects = { alarms: [], crossings: [], insideBySn: new Map() };

/** States with what fences make of them, and the alarms of fences that are over. */
const applyFences = (
  states: readonly DeviceState[],
  { alarms, crossings, insideBySn }: FenceEffects,
): { readonly after: DeviceState[]; readonly cleared: readonly AlarmClearance[] } => {
  const counts = new Map<string, number>();
  for (const { sn } of alarms) counts.set(sn, (counts.get(sn) ?? 0) + 1);
  const cleared: AlarmClearance[] = [];
  const after = states.map((state) => {
    const { sn } = state;
    const own = crossings.filter((crossing) => crossing.sn === sn);
    const update = updateFenceAlarms(state.raised, own);
    cleared.push(...update.cleared);
    return {
      ...state,
      alarms: state.alarms + (counts.get(sn) ?? 0),
      raised: own.length > 0 ? update.raised : state.raised,
      fences: insideBySn.get(sn) ?? state.fences,
    };
  });
  return { after, cleared };
};

/** What is known of the locks that a batch is about. */
interface RowsContext {
  readonly states: readonly DeviceState[];
  readonly rules: RegionalContext;
  /** The states in which a lock can be unsealed; without them all are. */
  readonly unsealWhen?: object;
  readonly fences?: FenceEffects;
}

/**
 * The rows that a batch writes. Reports are taken in the order of their own clocks, so that what changed from what to
 * what is right when they arrive mixed. Reports of unknown devices are left out.
 */
export const rowsOf = (
  batch: readonly ReceivedReport[],
  { states, rules, unsealWhen, fences = noFenceEffects }: RowsContext,
): BatchRows => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const entered = new Map<string, RegionalRule[]>();
  const rows = {
    locations: [] as Row[],
    changes: [] as Row[],
    history: [] as Row[],
    alarms: [] as Row[],
  };
  const repeats: RepeatedAlarm[] = [];
  const cleared: AlarmClearance[] = [];
  for (const { sn, report, receivedAt, digest } of [...batch].sort(
    (a, b) => a.report.ts - b.report.ts,
  )) {
    const before = stateBySn.get(sn);
    if (!before) continue;
    const { lock_action, icc_card_no } = report;
    const icc_card_name = icc_card_no && rules.cardOf(sn, icc_card_no)?.name;
    const common = { ...reportedState(before, report), icc_card_name };
    rows.locations.push({
      ...common,
      receive_time: receivedAt,
      digest: digest ?? reportDigest(report),
    });
    const isChanged = isStatusChange(before, report);
    const change = { ...common, before_status: before.status };
    if (isChanged) rows.changes.push(change);
    const card_verdict = swipeVerdict(before, report, rules);
    if (isChanged || lock_action !== undefined) rows.history.push({ ...change, card_verdict });
    const about = { sn, report, was: before.status, isPast: isPast(before, report) };
    const candidates = alarmsOf(before, report, card_verdict);
    const update = raiseAlarms(before.raised, candidates, about);
    repeats.push(...update.repeats);
    cleared.push(...update.cleared);
    const late = report.report_reson === BLIND_SPOT && { told_late: true };
    rows.alarms.push(
      ...update.fresh.map((alarm) => ({ ...common, card_verdict, ...alarm, ...late, state: 0 })),
    );
    const { regions, entered: enteredNow } = regionsAfter(before, report, rules);
    if (enteredNow.length > 0) entered.set(sn, [...(entered.get(sn) ?? []), ...enteredNow]);
    const { raised } = update;
    stateBySn.set(sn, { ...afterReport(before, report, update.fresh.length), regions, raised });
  }
  const { after, cleared: clearedByFences } = applyFences([...stateBySn.values()], fences);
  rows.alarms.push(...fences.alarms.map(({ row }) => row));
  return {
    ...rows,
    repeats,
    cleared: [...cleared, ...clearedByFences],
    states: after,
    unseals: unsealsOf(after, entered, unsealWhen),
  };
};

/** What tells a report from every other of its lock: 128 bits of the SHA-256 of all that it says, as a UUID. */
export const reportDigest = (report: LockReport): string =>
  createHash('sha256')
    .update(JSON.stringify(report))
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** What the latest state of a device is made from. */
export interface DeviceState {
  readonly id: number;
  readonly sn: string;
  readonly org_id: number;
  readonly status: LockStatus;
  readonly report_time: number | null;
  readonly electric: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly positionType: PositionType | null;
  readonly position_time: number | null;
  readonly speed: number | null;
  readonly course: number | null;
  readonly voltage: number | null;
  readonly temperature: number | null;
  readonly version: string | null;
  readonly alarms: number;
  /** The alarms that it stands by. */
  readonly raised: ActiveAlarms;
  /** Its last exact place. */
  readonly fix_lat: number | null;
  readonly fix_lon: number | null;
  /** When it was there, ms since 1970; null for one that was stored before that was. */
  readonly fix_time: number | null;
  /** Decides what it can be sent. */
  readonly protocol: LockProtocol;
  /** The fences that it is taken to be in. */
  readonly fences: readonly number[];
  /** The rules in whose region it is taken to be. */
  readonly regions: readonly number[];
}

/** Whether something newer is known already. */
const isLate = (state: DeviceState, report: LockReport): boolean =>
  state.report_time !== null && report.ts < state.report_time;

/** Whether a report tells of the past only: what was stored in a blind spot is history, however new it is. */
const isPast = (state: DeviceState, report: LockReport): boolean =>
  report.report_reson === BLIND_SPOT || isLate(state, report);

/** Clocks of locks may be so much ahead of ours, ms: a time beyond that does not say what is newest. */
export const MAX_CLOCK_AHEAD = 600_000;

/**
 * States whose times can be compared to a batch's. A lock whose clock was years ahead once would be taken for one that
 * tells of its past only, until that day comes: such a time is no later than the first report that is told in time.
 */
export const withTrustedClocks = <S extends DeviceState>(
  states: readonly S[],
  batch: readonly ReceivedReport[],
): S[] => {
  const first = new Map<string, { readonly ts: number; readonly limit: number }>();
  for (const { sn, report, receivedAt } of batch) {
    const limit = receivedAt + MAX_CLOCK_AHEAD;
    const isTimely = report.report_reson !== BLIND_SPOT && report.ts <= limit;
    if (isTimely && report.ts < (first.get(sn)?.ts ?? Number.POSITIVE_INFINITY)) {
      first.set(sn, { ts: report.ts, limit });
    }
  }
  return states.map((state) => {
    const reference = first.get(state.sn);
    if (!reference) return state;
    const trustedTime = (time: number | null) =>
      time !== null && time > reference.limit ? reference.ts : time;
    const { report_time, position_time, fix_time } = state;
    return {
      ...state,
      report_time: trustedTime(report_time),
      position_time: trustedTime(position_time),
      fix_time: trustedTime(fix_time),
    };
  });
};

const BASE_STATION: PositionType = 3;

/** The place that a report carries, where it is worth keeping: a lock without a fix reports zeros or nothing. */
const placeOf = ({ lat, lon, position_status }: LockReport): LatLon | undefined =>
  lat === undefined ||
  lon === undefined ||
  position_status === 1 ||
  position_status === 2 ||
  (lat === 0 && lon === 0)
    ? undefined
    : { lat, lon };

/** The same, where it is good enough to say on which side of a border a lock was. */
export const exactPlaceOf = (report: LockReport): LatLon | undefined =>
  report.position_status === BASE_STATION ? undefined : placeOf(report);

/**
 * The same, where it tells that the lock is there now. What was recorded in a blind spot and sent from elsewhere says
 * where it was.
 */
export const presentPlaceOf = (state: DeviceState, report: LockReport): LatLon | undefined =>
  isPast(state, report) ? undefined : exactPlaceOf(report);

/** The last exact place of a lock. */
const fixOf = ({ fix_lat, fix_lon }: DeviceState): LatLon | undefined =>
  fix_lat === null || fix_lon === null ? undefined : { lat: fix_lat, lon: fix_lon };

/**
 * The state after a report. One that is older than what is known, or was stored in a blind spot, changes nothing; one
 * without a place, or a status, keeps the last.
 * @param raised alarms that the report raised
 */
const afterReport = (state: DeviceState, report: LockReport, raised: number): DeviceState => {
  const alarms = state.alarms + raised;
  if (isPast(state, report)) return { ...state, alarms };
  const at = placeOf(report);
  const place = at && {
    ...at,
    position_time: report.ts,
    speed: report.speed ?? null,
    course: report.course ?? null,
  };
  const present = presentPlaceOf(state, report);
  const fix = present && {
    fix_lat: present.lat,
    fix_lon: present.lon,
    fix_time: report.ts,
  };
  return {
    ...state,
    ...place,
    ...fix,
    status: report.lock_status ?? state.status,
    report_time: report.ts,
    electric: report.electric ?? state.electric,
    positionType: report.position_status ?? state.positionType,
    voltage: report.voltage ?? state.voltage,
    temperature: report.temperature ?? state.temperature,
    version: report.version ?? state.version,
    alarms,
  };
};

/** Whether a report says that the lock changed, not that it was heard for the first time. */
const isStatusChange = (state: DeviceState, report: LockReport): boolean =>
  report.lock_status !== undefined &&
  state.status !== report.lock_status &&
  state.status !== LOCK.initial &&
  !isPast(state, report);

const ILLEGAL_UNLOCK: AlarmKind = 1008;
const ILLEGAL_CARD: AlarmKind = 2004;
const LOW_CHARGE: AlarmKind = 2001;
const LOCK_FAILURE: AlarmKind = 1009;

const byServer = (police_type: AlarmKind): AlarmCandidate => ({
  police_type,
  fault_code: undefined,
  fault_msg: undefined,
});

const hasOpened = (before: DeviceState, report: LockReport): boolean =>
  (report.lock_action !== undefined && UNSEALING.includes(report.lock_action)) ||
  (isStatusChange(before, report) &&
    before.status === LOCK.sealed &&
    (report.lock_status === LOCK.open || report.lock_status === LOCK.closed));

/** A card that no rule allows here: grave when the lock opened for it. */
const bySwipe = (
  before: DeviceState,
  report: LockReport,
  verdict: CardVerdict | undefined,
): AlarmCandidate[] => {
  if (verdict === undefined || verdict === VERDICT.allowed) return [];
  const kind = hasOpened(before, report) ? ILLEGAL_UNLOCK : ILLEGAL_CARD;
  return kind === report.police_type ? [] : [byServer(kind)];
};

const byCharge = (before: DeviceState, report: LockReport): AlarmCandidate[] => {
  const { electric } = report;
  const wasLow = before.electric !== null && before.electric < LOW_BATTERY;
  const isLow = electric !== undefined && electric < LOW_BATTERY && !isPast(before, report);
  const isKnown = report.police_type === LOW_CHARGE || alarmKey(LOW_CHARGE) in before.raised;
  return isLow && !wasLow && !isKnown ? [byServer(LOW_CHARGE)] : [];
};

/** What a lock says is broken, unless its own alarm says just that. */
const byFault = ({ police_type, fault_code, fault_msg }: LockReport): AlarmCandidate[] =>
  fault_code === undefined || police_type === LOCK_FAILURE || police_type === fault_code
    ? []
    : [{ police_type: fault_code, fault_code, fault_msg }];

/**
 * The alarms of a report: the one that the lock raised, one for what it says is broken, one for a card that was not
 * allowed, and a low battery, once, when the charge falls below.
 */
const alarmsOf = (
  before: DeviceState,
  report: LockReport,
  verdict: CardVerdict | undefined,
): AlarmCandidate[] => {
  const { police_type, fault_code, fault_msg } = report;
  const own = police_type === undefined ? [] : [{ police_type, fault_code, fault_msg }];
  return [
    ...own,
    ...byFault(report),
    ...bySwipe(before, report, verdict),
    ...byCharge(before, report),
  ];
};

/**
 * What is to be thought of the card of a report, by the rules as they are when it comes. Only a swipe is judged: locks
 * repeat the number of the last card in other reports. A swipe without a place was where the lock was last seen, unless
 * the report is older than that.
 * @returns undefined where nothing is judged
 */
const swipeVerdict = (
  before: DeviceState,
  report: LockReport,
  { rulesOf, cardOf }: RegionalContext,
): CardVerdict | undefined => {
  const { icc_card_no, lock_action } = report;
  if (icc_card_no === undefined || lock_action === undefined) return undefined;
  if (!SWIPING.includes(lock_action)) return undefined;
  const lastFix = isPast(before, report) ? undefined : fixOf(before);
  const place = exactPlaceOf(report) ?? lastFix;
  return judgeSwipe(rulesOf(before.sn), cardOf(before.sn, icc_card_no), place);
};

/** A lock that is to be unsealed because it entered the region of a rule. */
export interface UnsealEvent {
  readonly sn: string;
  readonly org_id: number;
  readonly rule: RegionalRule;
}

/**
 * The locks that are to be unsealed, by what is known at the end of a batch: still in a region they entered, and in a
 * state in which they can be. Once, however many regions that is.
 * @param entered what locks entered meanwhile, by serial number
 */
const unsealsOf = (
  states: readonly DeviceState[],
  entered: ReadonlyMap<string, readonly RegionalRule[]>,
  unsealWhen: object | undefined,
): UnsealEvent[] =>
  states.flatMap((state) => {
    const { sn, org_id, regions } = state;
    const rule = entered.get(sn)?.find(({ id }) => regions.includes(id));
    const isPossible = unmetConditions(unsealWhen, { ...state }).length === 0;
    return rule && isPossible ? [{ sn, org_id, rule }] : [];
  });
