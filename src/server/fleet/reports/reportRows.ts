import { hash } from 'node:crypto';
import { type Row, unmetConditions } from '../../../config';
import { type AlarmKind, LOW_BATTERY } from '../../../domain/alarm';
import { type CardVerdict, VERDICT } from '../../../domain/card';
import {
  BLIND_SPOT,
  LOCK,
  type LockReport,
  SENSOR_NAMES,
  SWIPING,
  UNSEALING,
} from '../../../domain/lock';
import { MAX_CLOCK_AHEAD } from '../../../domain/lockClock';
import type { TimedPlace } from '../../../domain/track/leaps';
import type { FenceState } from '../places/fences';
import { type FenceEffects, noFenceEffects } from '../places/lateFences';
import {
  judgeSwipe,
  type RegionalContext,
  type RegionalRule,
  regionsEntered,
} from '../places/regional';
import {
  type DeviceState,
  exactPlaceOf,
  isPast,
  knownPlaces,
  placeOf,
  placesAfter,
  presentPlaceOf,
  type ReceivedReport,
  reportedState,
} from '../state';
import {
  type AlarmCandidate,
  type AlarmClearance,
  type AlarmRef,
  alarmKey,
  raiseAlarms,
  updateFenceAlarms,
  withCorrections,
} from './raiseAlarms';

/** Returns the regions that a lock entered with a report, and those that contain it afterwards. */
const regionsAfter = (before: DeviceState, report: LockReport, { rulesOf }: RegionalContext) => {
  const place = presentPlaceOf(before, report);
  const rules = place ? rulesOf(before.sn).filter(({ autoUnblock }) => autoUnblock) : [];
  const entered: RegionalRule[] = [];
  let { regions } = before;
  if (!place) return { regions, entered };
  let { fix } = knownPlaces(before);
  for (const to of placesAfter(before, place, report).agreed) {
    const change = regionsEntered(rules, fix, regions, to);
    entered.push(...change.entered);
    [fix, regions] = [to, change.regions];
  }
  return { regions, entered };
};

/**
 * Returns the columns of a lock that its fences decide. Its last position is among them only if reports of the past
 * have cast doubt on it.
 */
const fenceColumns = ({ fix, suspect, insideIds }: FenceState): Partial<DeviceState> => ({
  fences: insideIds,
  ...(suspect && { ...fixColumns(fix), ...suspectColumns(suspect) }),
});

/** Applies fence alarms and crossings to the states, and returns the fence alarms that they clear. */
const applyFences = (
  states: readonly DeviceState[],
  { alarms, corrections, crossings, states: fenceStates }: FenceEffects,
): { readonly after: readonly DeviceState[]; readonly cleared: readonly AlarmClearance[] } => {
  if (corrections.length === 0 && fenceStates.size === 0) return { after: states, cleared: [] };
  const cleared: AlarmClearance[] = [];
  const after = states.map((state) => {
    const { sn } = state;
    const own = crossings.filter((crossing) => crossing.sn === sn);
    const raised = withCorrections(
      state.raised,
      corrections.filter((correction) => correction.sn === sn),
    );
    const update = updateFenceAlarms(raised, own);
    const fenceState = fenceStates.get(sn);
    cleared.push(...update.cleared);
    return {
      ...state,
      alarms: state.alarms + alarms.filter((alarm) => alarm.sn === sn).length,
      raised: own.length > 0 ? update.raised : raised,
      ...(fenceState && fenceColumns(fenceState)),
    };
  });
  return { after, cleared };
};

/** Stored data about the locks of a batch. */
interface RowsContext {
  readonly states: readonly DeviceState[];
  readonly rules: RegionalContext;
  /** Conditions under which a lock can be unsealed; none by default. */
  readonly unsealWhen?: object;
  readonly fences?: FenceEffects;
}

/**
 * True if a report raises and ends no alarm, changes no status and concerns no rule. Most reports only move their lock,
 * so they skip everything else.
 */
const isPlain = (before: DeviceState, report: LockReport, { rulesOf }: RegionalContext): boolean =>
  report.police_type === undefined &&
  report.lock_action === undefined &&
  report.icc_card_no === undefined &&
  report.fault_code === undefined &&
  (report.electric === undefined || report.electric >= LOW_BATTERY) &&
  !isPast(before, report) &&
  !isStatusChange(before, report) &&
  Object.keys(before.raised).length === 0 &&
  before.regions.length === 0 &&
  rulesOf(before.sn).length === 0;

/**
 * Computes the rows to write for a batch. Reports are processed in the order of their own clocks, so that status
 * changes are right even if they arrive out of order. Reports of unknown devices are left out.
 */
export const rowsOf = (
  batch: readonly ReceivedReport[],
  { states, rules, unsealWhen, fences = noFenceEffects }: RowsContext,
) => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const entered = new Map<string, RegionalRule[]>();
  const rows = {
    locations: [] as Row[],
    changes: [] as Row[],
    history: [] as Row[],
    alarms: [] as Row[],
    repeats: [] as AlarmRef[],
    cleared: [] as AlarmClearance[],
  };
  for (const { sn, report, receivedAt, digest } of [...batch].sort(
    (a, b) => a.report.ts - b.report.ts,
  )) {
    const before = stateBySn.get(sn);
    if (!before) continue;
    const received = { receive_time: receivedAt, digest: digest ?? reportDigest(report) };
    if (isPlain(before, report, rules)) {
      rows.locations.push(Object.assign(reportedState(before, report), received));
      stateBySn.set(sn, afterReport(before, report, 0));
      continue;
    }
    const { lock_action, icc_card_no } = report;
    const icc_card_name = icc_card_no && rules.cardOf(sn, icc_card_no)?.name;
    const common = { ...reportedState(before, report), icc_card_name };
    rows.locations.push({ ...common, ...received });
    const isChanged = isStatusChange(before, report);
    const change = { ...common, before_status: before.status };
    if (isChanged) rows.changes.push(change);
    const card_verdict = swipeVerdict(before, report, rules);
    if (isChanged || lock_action !== undefined) rows.history.push({ ...change, card_verdict });
    const about = { sn, report, was: before.status, isPast: isPast(before, report) };
    const candidates = alarmsOf(before, report, card_verdict);
    const update = raiseAlarms(before.raised, candidates, about);
    rows.repeats.push(...update.repeats);
    rows.cleared.push(...update.cleared);
    const late = report.report_reson === BLIND_SPOT && { told_late: true };
    rows.alarms.push(
      ...update.fresh.map((alarm) => ({ ...common, card_verdict, ...alarm, ...late, state: 0 })),
    );
    const { regions, entered: enteredNow } = regionsAfter(before, report, rules);
    if (enteredNow.length > 0) entered.set(sn, [...(entered.get(sn) ?? []), ...enteredNow]);
    const { raised } = update;
    stateBySn.set(sn, { ...afterReport(before, report, update.fresh.length), regions, raised });
  }
  const { after, cleared } = applyFences([...stateBySn.values()], fences);
  rows.alarms.push(...fences.alarms.map(({ row }) => row));
  rows.cleared.push(...cleared);
  const unseals = unsealsOf(after, entered, unsealWhen);
  return { ...rows, corrections: fences.corrections, states: after, unseals };
};

/**
 * Returns the digest that identifies a report of a lock: the first 128 bits of the SHA-256 of its content, as a UUID.
 */
export const reportDigest = (report: LockReport): string =>
  hash('sha256', JSON.stringify(report), 'hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Minimum time between the receipts of two reports that shows that the lock sent them in this order, ms. Servers of a
 * group commit closer ones in any order.
 */
const MIN_RECEIPT_GAP = 10_000;

/** True if a live report is older than the stored one by so little that the lock may have set its clock back. */
export const mayBeSetBack = (state: DeviceState, { report }: ReceivedReport): boolean =>
  report.report_reson !== BLIND_SPOT &&
  state.report_time !== null &&
  report.ts < state.report_time &&
  report.ts >= state.report_time - MAX_CLOCK_AHEAD;

/**
 * Splits a batch into rounds of reports that were received close together, in the order of their receipt. Only
 * within a round do the times of the reports alone decide on their order.
 */
export const receiptRounds = (batch: readonly ReceivedReport[]): readonly ReceivedReport[][] => {
  const first = Math.min(...batch.map(({ receivedAt }) => receivedAt));
  const rounds = new Map<number, ReceivedReport[]>();
  for (const received of batch) {
    const round = Math.floor((received.receivedAt - first) / MIN_RECEIPT_GAP);
    const reports = rounds.get(round);
    if (reports) reports.push(received);
    else rounds.set(round, [received]);
  }
  return [...rounds].sort(([a], [b]) => a - b).map(([, round]) => round);
};

/**
 * Limits stored times that the batch proves to be ahead, so that they can be compared with it. Otherwise a lock whose
 * clock was once years ahead would count as reporting only the past until that day. Such a time is replaced by that of
 * the first report with a trusted clock. So is one of a clock that was set back since by ten minutes or less.
 * @param receiptTimes when the stored state of a lock was received, epoch ms, if its clock may have been set back
 */
export const withTrustedClocks = <S extends DeviceState>(
  states: readonly S[],
  batch: readonly ReceivedReport[],
  receiptTimes: ReadonlyMap<string, number> = new Map(),
): S[] => {
  const stateBySn = new Map(states.map((state) => [state.sn, state]));
  const first = new Map<string, { readonly ts: number; readonly limit: number }>();
  for (const received of batch) {
    const { sn, report, receivedAt } = received;
    const state = stateBySn.get(sn);
    const isSetBack =
      state !== undefined &&
      mayBeSetBack(state, received) &&
      receivedAt >= (receiptTimes.get(sn) ?? Number.POSITIVE_INFINITY) + MIN_RECEIPT_GAP;
    const limit = isSetBack ? report.ts : receivedAt + MAX_CLOCK_AHEAD;
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
    if (TIMES.every((name) => (state[name] ?? 0) <= reference.limit)) return state;
    return {
      ...state,
      ...Object.fromEntries(TIMES.map((name) => [name, trustedTime(state[name])])),
    };
  });
};

const TIMES = [
  'report_time',
  'position_time',
  'fix_time',
  'suspect_time',
  'late_fix_time',
] as const satisfies (keyof DeviceState)[];

/** Records when reports were received. A report that is already stored is a sign of life as well. */
export const withReceiptTimes = <S extends DeviceState>(
  states: readonly S[],
  batch: readonly ReceivedReport[],
): S[] => {
  const latest = new Map<string, number>();
  for (const { sn, receivedAt } of batch) {
    latest.set(sn, Math.max(receivedAt, latest.get(sn) ?? 0));
  }
  return states.map((state) => {
    const receivedAt = latest.get(state.sn) ?? 0;
    const before = state.seen_at ?? 0;
    // A server's own clock may have been ahead once.
    const isAhead = receivedAt > 0 && before > receivedAt + MAX_CLOCK_AHEAD;
    return { ...state, seen_at: (isAhead ? receivedAt : Math.max(before, receivedAt)) || null };
  });
};

const fixColumns = (fix: TimedPlace | undefined) => ({
  fix_lat: fix?.lat ?? null,
  fix_lon: fix?.lon ?? null,
  fix_time: fix?.at ?? null,
});

const suspectColumns = (suspect: TimedPlace | undefined) => ({
  suspect_lat: suspect?.lat ?? null,
  suspect_lon: suspect?.lon ?? null,
  suspect_time: suspect?.at ?? null,
});

/**
 * Computes the state after a report. A report of the past changes nothing but the number of alarms and the time of the
 * newest late position. A report without a position or status keeps the last one, and so does one with a position that no
 * lock could reach: the lock stays at the last one that is true until another report agrees.
 * @param raised number of alarms that the report raised
 */
const afterReport = (state: DeviceState, report: LockReport, raised: number): DeviceState => {
  const alarms = state.alarms + raised;
  if (isPast(state, report)) {
    const { late_fix_time } = state;
    const isNewer = exactPlaceOf(report) && report.ts > (late_fix_time ?? 0);
    return { ...state, alarms, late_fix_time: isNewer ? report.ts : late_fix_time };
  }
  // Assigned one by one, because several spreads cost more than all else here.
  const after: Mutable<DeviceState> = { ...state };
  const exact = presentPlaceOf(state, report);
  const places = exact && placesAfter(state, exact, report);
  const place = places?.suspect ? undefined : placeOf(report);
  if (place) {
    after.lat = place.lat;
    after.lon = place.lon;
    after.position_time = report.ts;
    after.speed = report.speed ?? null;
    after.course = report.course ?? null;
  }
  const fix = places?.agreed.at(-1);
  if (fix) {
    after.fix_lat = fix.lat;
    after.fix_lon = fix.lon;
    after.fix_time = fix.at;
  }
  if (places) Object.assign(after, suspectColumns(places.suspect));
  after.status = report.lock_status ?? state.status;
  after.report_time = report.ts;
  after.electric = report.electric ?? state.electric;
  after.positionType = report.position_status ?? state.positionType;
  for (const name of SENSOR_NAMES) after[name] = report[name] ?? state[name];
  after.version = report.version ?? state.version;
  after.alarms = alarms;
  return after;
};

/** True if a report shows a change of status. The first report of a lock is none. */
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

/** Raises an alarm for a card that no rule allows here: a graver one if the lock opened for it. */
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

/** Raises an alarm for a reported fault, unless the lock's own alarm is about the same fault. */
const byFault = ({ police_type, fault_code, fault_msg }: LockReport): AlarmCandidate[] =>
  fault_code === undefined || police_type === LOCK_FAILURE || police_type === fault_code
    ? []
    : [{ police_type: fault_code, fault_code, fault_msg }];

/**
 * Returns the alarms of a report: the one raised by the lock, one for a reported fault, one for a card that is not
 * allowed, and one for a low battery when the charge falls below the limit.
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
 * Judges the card of a report by the current rules. Only a swipe is judged, because locks repeat the number of the
 * last card in other reports. A swipe without a position, or with one that no lock could reach, counts as made at the
 * lock's last exact one, unless the report concerns the past.
 * @returns undefined if nothing is judged
 */
const swipeVerdict = (
  before: DeviceState,
  report: LockReport,
  { rulesOf, cardOf }: RegionalContext,
): CardVerdict | undefined => {
  const { icc_card_no, lock_action } = report;
  if (icc_card_no === undefined || lock_action === undefined) return undefined;
  if (!SWIPING.includes(lock_action)) return undefined;
  const exact = exactPlaceOf(report);
  const isLastPlace =
    !isPast(before, report) && (!exact || placesAfter(before, exact, report).suspect);
  const place = isLastPlace ? knownPlaces(before).fix : exact;
  return judgeSwipe(rulesOf(before.sn), cardOf(before.sn, icc_card_no), place);
};

/** Lock to be unsealed because it entered the region of a rule. */
export interface UnsealEvent {
  readonly sn: string;
  readonly org_id: number;
  readonly rule: RegionalRule;
}

/**
 * Returns the locks to be unsealed, judged at the end of a batch: still in a region that they entered, and in a state
 * that allows it. Each lock once, even if it entered several regions.
 * @param entered rules whose regions locks entered meanwhile, by serial number
 */
const unsealsOf = (
  states: readonly DeviceState[],
  entered: ReadonlyMap<string, readonly RegionalRule[]>,
  unsealWhen: object | undefined,
): UnsealEvent[] =>
  states.flatMap((state) => {
    const { sn, org_id, regions } = state;
    const rule = entered.get(sn)?.find(({ id }) => regions.includes(id));
    if (!rule) return [];
    const isPossible = unmetConditions(unsealWhen, { ...state }).length === 0;
    return isPossible ? [{ sn, org_id, rule }] : [];
  });
