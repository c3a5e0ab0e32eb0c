import type { AnyEntity, Console } from '../../config';
import { CONNECTION_EVENT, type ContactReason } from '../../domain/connection';
import { DAY, HOUR } from '../../domain/duration';
import { distance, hasPosition } from '../../domain/geo/geometry';
import { type LastContact, type LockHealth, NEAR } from '../../domain/health';
import type { LiveTable } from '../../domain/liveTable';
import { COMMUNICATE_STATUS } from '../../domain/lock';
import { rule } from '../../fields';
import { verbPath } from '../../protocol';
import { lockHealth } from '../../protocol/contracts/health';
import { answering } from '../calls/answering';
import { invalidInput, ruleLabel, type SignedInEndpoint } from '../calls/endpoint';
import { anyOf, as, type Database, lit, query, table } from '../db';
import { isOneOf, visibleOrgs } from '../db/queries/conditions';
import type { LiveFeed } from './live/live';
import { LAST_SIGN, SEEN } from './presence/presenceRows';

/** Endpoint with the facts by which a silent lock is judged. */
export const healthCalls = ({
  config: { entities },
  db,
  fleet,
}: {
  readonly config: Pick<Console, 'entities'>;
  readonly db: Database;
  readonly fleet: Pick<LiveFeed, 'liveTable'>;
}): readonly SignedInEndpoint[] => [
  answering(lockHealth, {
    code: 'live:health',
    kind: 'get',
    access: 'granted',
    changes: false,
    work: async ({ body: { sn }, permits }, { oper }) => {
      const mayList = async (name: string): Promise<boolean> => {
        const entity = entities.find((each: AnyEntity) => each.name === name);
        return entity !== undefined && permits(verbPath(entity, 'list'));
      };
      const orgs = await visibleOrgs(db, { orgId: oper.org_id });
      const of = { sn, orgs };
      const lock = await readLock(db, of);
      if (!lock) throw invalidInput({ sn: ruleLabel(rule('reference')) });
      const { lastSign } = lock;
      return {
        lastSign,
        electric: lock.electric,
        drain:
          lastSign !== null && (await mayList('deviceLocationRecord'))
            ? await readDrain(db, of, lastSign)
            : null,
        sim: (await mayList('device')) ? await readSimExpiry(db, entities, sn) : null,
        contact: (await mayList('connectionRecord')) ? await readContact(db, of) : null,
        ...companions(await fleet.liveTable(), { ...of, lastSign }),
      };
    },
  }),
];

/** Lock in the organisations that the caller sees. */
interface VisibleLock {
  readonly sn: string;
  readonly orgs: readonly number[];
}

const state = table('device_state', 'state');

const readLock = async (db: Database, { sn, orgs }: VisibleLock) => {
  const { rows } = await query`
    select ${state.$pick('electric')}, ${as<number | null>()(LAST_SIGN, 'lastSign')}
    from ${state.$from} ${SEEN}
    where ${state.sn} = ${sn} and ${isOneOf(state.org_id, orgs)}`.execute(db);
  const lock = rows[0];
  return lock && { electric: lock.electric, lastSign: lock.lastSign || null };
};

const readSimExpiry = async (
  db: Database,
  entities: Console['entities'],
  sn: string,
): Promise<string | null> => {
  const device = entities.find((each: AnyEntity) => each.name === 'device');
  if (!device || !('packageTime' in device.fields)) return null;
  const row = await db
    .selectFrom('device')
    .select('packageTime')
    .where('sn', '=', sn)
    .executeTakeFirst();
  return row?.packageTime ?? null;
};

/** Events that say how a connection began or ended. */
const TURNS = [CONNECTION_EVENT.came, CONNECTION_EVENT.went, CONNECTION_EVENT.refused];

const readContact = async (
  db: Database,
  { sn, orgs }: VisibleLock,
): Promise<LastContact | null> => {
  const row = await db
    .selectFrom('connectionRecord')
    .select(['create_time as at', 'event', 'reason'])
    .where('sn', '=', sn)
    .where('org_id', '=', anyOf(orgs))
    .where('event', 'in', TURNS.map(lit))
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.at === null || row.event === null) return null;
  return { at: row.at, event: row.event, reason: row.reason as ContactReason | null };
};

/** Time before the last sign of life over which the fall of the battery is measured, ms. */
const DRAIN_WINDOW = 7 * DAY;

/** Returns the fall in percent a day; null without reports that are a day apart. */
const readDrain = async (
  db: Database,
  { sn, orgs }: VisibleLock,
  lastSign: number,
): Promise<number | null> => {
  const reading = (order: 'asc' | 'desc') =>
    db
      .selectFrom('deviceLocationRecord')
      .select(['create_time as at', 'electric'])
      .where('sn', '=', sn)
      .where('org_id', '=', anyOf(orgs))
      .where('create_time', '>=', lastSign - DRAIN_WINDOW)
      .where('create_time', '<=', lastSign)
      .where('electric', 'is not', null)
      .orderBy('create_time', order)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = await Promise.all([reading('asc'), reading('desc')]);
  const days = ((last?.at ?? 0) - (first?.at ?? 0)) / DAY;
  return days < 1 ? null : ((first?.electric ?? 0) - (last?.electric ?? 0)) / days;
};

/** Difference of the last reports of locks that fell silent together, ms: they report at intervals. */
const TOGETHER = HOUR;

/** Metres of a degree of latitude, rounded down. */
const DEGREE = 111_000;

/** Counts the other locks near a lock, and those of its protocol. Only locks that the caller sees are counted. */
const companions = (
  fleet: LiveTable,
  { sn, orgs, lastSign }: VisibleLock & Pick<LockHealth, 'lastSign'>,
): Pick<LockHealth, 'near' | 'link'> => {
  const own = fleet.rowOf(sn);
  const near = { silent: 0, active: 0 };
  if (own === undefined) return { near, link: 0 };
  const { lat, lon, org_id, communicate_status, protocol, report_time } = fleet.numbers;
  const placeOf = (row: number) => ({ lat: lat[row] as number, lon: lon[row] as number });
  const visible = new Set(orgs);
  const place = placeOf(own);
  const isPlaced = hasPosition(place.lat, place.lon);
  const isNear = (row: number): boolean =>
    Math.abs((lat[row] as number) - place.lat) * DEGREE <= NEAR &&
    hasPosition(lat[row] as number, lon[row] as number) &&
    distance(place, placeOf(row)) <= NEAR;
  let link = 0;
  let isLinkActive = false;
  for (let row = 0; row < fleet.size; row++) {
    if (row === own) continue;
    const isSilent = communicate_status[row] === COMMUNICATE_STATUS.offline;
    const isOfLink = protocol[row] === protocol[own];
    isLinkActive ||= isOfLink && communicate_status[row] === COMMUNICATE_STATUS.online;
    if (!visible.has(org_id[row] as number)) continue;
    if (isPlaced && isNear(row)) near[isSilent ? 'silent' : 'active']++;
    // Of a silent lock this is the time of receipt.
    const isTogether =
      Math.abs((report_time[row] as number) - (lastSign ?? Number.NaN)) <= TOGETHER;
    if (isOfLink && isSilent && isTogether) link++;
  }
  return { near, link: isLinkActive ? 0 : link };
};
