import { sql } from 'kysely';
import type { AnyEntity, Command } from '../../../config';
import { HOUR } from '../../../domain/duration';
import { metresOutside } from '../../../domain/geo/area';
import { CONSENT, type SystemParamValues } from '../../../domain/system';
import {
  type ConfirmationPolicy,
  confirmationText,
  MAX_WAIT_HOURS,
  needsConfirmation,
  SOURCE,
  type TicketSource,
  type TicketState,
  type Waves,
  waveSize,
} from '../../../domain/ticket';
import type { SendOptions } from '../../../protocol';
import type { Database } from '../../db';
import { CallError, invalidInput, serverLabel } from '../../endpoint';
import type { PlaceReader } from '../../places';
import type { CommandCall, Target } from '../fleet';
import { consumeCode } from './codes';

/** What commands are judged by. */
export interface TicketContext {
  readonly entities: readonly AnyEntity[];
  readonly places: PlaceReader;
}

/** What makes a sending dangerous. */
interface Danger {
  readonly typed: ConfirmationPolicy | undefined;
  /** Locks of it that are outside of every geofence that names them. */
  readonly outside: readonly string[];
}

/** What the declarations of a command say of danger: the strictest of them counts. */
export const confirmationOf = async (
  db: Database,
  { entities, places }: TicketContext,
  { code }: CommandCall,
  allowed: readonly Target[],
): Promise<Danger> => {
  const declared = entities.flatMap(
    ({ commands }) => (commands as Readonly<Record<string, Command>>)[code]?.typed ?? [],
  );
  const [first] = declared;
  const typed = declared.includes('always') ? 'always' : first;
  return { typed, outside: typed === 'many' ? await outsideOf(db, places, allowed) : [] };
};

/** Locks that are somewhere, are named by geofences, and in none of these. One nobody has fenced in is never outside. */
const outsideOf = async (
  db: Database,
  places: PlaceReader,
  locks: readonly Target[],
): Promise<string[]> => {
  const { fences } = await places.read(db);
  const named = [...fences.values()].filter(({ devices }) => devices.size > 0);
  if (named.length === 0) return [];
  return locks.flatMap(({ sn, id, org_id, fix_lat, fix_lon }) => {
    if (typeof fix_lat !== 'number' || typeof fix_lon !== 'number') return [];
    const own = named.filter(({ devices }) => devices.has(Number(id)));
    const place = { lat: fix_lat, lon: fix_lon };
    const isIn = own.some(({ area }) => metresOutside(area, place) <= 0);
    return org_id !== null && own.length > 0 && !isIn ? [sn] : [];
  });
};

/** Whether a sending takes a reason and a typed confirmation. */
export const needsTypedConfirmation = (
  { typed, outside }: Danger,
  count: number,
  { command_typed_from: from }: SystemParamValues,
): boolean => needsConfirmation(typed, { count, outside: outside.length, from });

/** What the tickets of a batch have in common. */
interface BatchTicket {
  readonly state: TicketState;
  readonly deadline: number;
  readonly operate_source: TicketSource;
  readonly batch_id: number;
  readonly reason?: string;
  readonly start_time?: number;
  readonly wave?: number;
}

interface Sending {
  readonly allowed: readonly Target[];
  readonly danger: Danger;
  readonly parameters: SystemParamValues;
}

/**
 * The batch that tickets belong to: a new one, or the one that an earlier piece has begun.
 * @throws CallError `invalid` where a reason or the typed confirmation is missing, `conflict` for another's batch
 */
export const batchOf = async (
  trx: Database,
  call: CommandCall,
  { allowed, danger, parameters }: Sending,
): Promise<{ readonly id: number; readonly ticket: (place: number) => BatchTicket }> => {
  const { how = {}, schedule } = call;
  const begun = how.batch === undefined ? undefined : await begunBatch(trx, call, allowed.length);
  const total = begun?.total ?? Math.max(how.total ?? 0, new Set(call.sns).size);
  const typed = needsTypedConfirmation(danger, total, parameters);
  if (typed && !schedule) checkTyped(how, call.sns, total);
  const consent = typed ? parameters.command_second_person : CONSENT.none;
  // Nobody is there to enter a code for a schedule: somebody else looks at it.
  const isHeld = consent === CONSENT.second || (consent === CONSENT.code && schedule !== undefined);
  const takesCode = consent === CONSENT.code && !schedule && !begun?.coded;
  if (takesCode) await consumeCode(trx, call.proof);
  const { reason } = how;
  const operate_source = schedule ? SOURCE.schedule : SOURCE.operator;
  const waves = begun ? begun.waves : (how.waves ?? null);
  const hours = how.hours ?? parameters.command_wait_hours;
  const state = isHeld ? 'unconfirmed' : waves ? 'going' : 'open';
  const id =
    begun?.id ??
    (await beginBatch(trx, call, { total, operate_source, state, waves, hours, coded: takesCode }));
  const start = Math.max(how.start ?? 0, Date.now());
  const common = {
    state: isHeld ? ('unconfirmed' as const) : ('waiting' as const),
    deadline: start + hours * HOUR,
    operate_source,
    batch_id: id,
    ...(reason !== undefined && { reason }),
    ...(how.start !== undefined && { start_time: how.start }),
  };
  return {
    id,
    ticket: (place) => {
      if (!waves) return common;
      const wave = waveSize((begun?.tickets ?? 0) + place, waves);
      const isLater = wave > (begun?.wave ?? 1) || begun?.state === 'stopped';
      return { ...common, wave, ...(!isHeld && isLater && planned(start)) };
    },
  };
};

/** It waits for its turn; nothing waits for ever. */
const planned = (start: number) => ({
  state: 'planned' as const,
  deadline: start + MAX_WAIT_HOURS * HOUR,
});

/** @throws CallError `invalid` */
const checkTyped = (
  { reason, typed }: SendOptions,
  sns: readonly string[],
  total: number,
): void => {
  const expected = confirmationText(sns, total);
  const wrong = {
    ...(!reason && { reason: serverLabel('reasonNeeded') }),
    ...(typed !== expected && { typed: serverLabel('typeThis', { what: expected }) }),
  };
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
};

interface Begun {
  readonly id: number;
  readonly total: number;
  readonly tickets: number;
  readonly waves: Waves | null;
  /** The one that it is the turn of. */
  readonly wave: number;
  readonly state: string;
  /** Begun with a one-time code. */
  readonly coded: boolean;
}

/** Between two pieces, ms. */
const LONGEST_PAUSE = HOUR;

/** The batch that a piece goes on with: of the same sender and command, and not more locks than were announced. */
const begunBatch = async (
  trx: Database,
  { code, oper, how }: CommandCall,
  more: number,
): Promise<Begun> => {
  const { rows } = await sql<Begun>`
    select id, total, waves, wave, state, coded, (
      select count(*) from "appointmentCommandRecord" where batch_id = batch.id
    )::int as tickets
    from command_batch as batch
    where id = ${how?.batch} and cmd = ${code} and oper_id = ${oper.id}
      and create_time > ${Date.now() - LONGEST_PAUSE} for update`.execute(trx);
  const [begun] = rows;
  if (begun && begun.tickets + more <= begun.total) return begun;
  throw new CallError('conflict', serverLabel('otherBatch'));
};

interface Beginning {
  readonly total: number;
  readonly operate_source: TicketSource;
  readonly state: string;
  readonly waves: Waves | null;
  /** That each of its tickets waits for its lock. */
  readonly hours: number;
  readonly coded: boolean;
}

const beginBatch = async (
  trx: Database,
  { code, oper, how, schedule }: CommandCall,
  { total, operate_source, state, waves, hours, coded }: Beginning,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into command_batch (org_id, create_time, cmd, total, reason, state, oper_id,
      operate_source, operate_name, schedule_id, waves, hours, coded)
    values (${oper.org_id}, ${Date.now()}, ${code}, ${total}, ${how?.reason ?? null}, ${state},
      ${oper.id}, ${operate_source}, ${schedule?.name ?? oper.operName}, ${schedule?.id ?? null},
      ${waves && JSON.stringify(waves)}::jsonb, ${hours}, ${coded})
    returning id`.execute(trx);
  return rows[0]?.id ?? 0;
};
