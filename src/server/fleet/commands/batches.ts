import { sql } from 'kysely';
import type { AnyEntity, Command } from '../../../config';
import { HOUR } from '../../../domain/duration';
import { metresOutside } from '../../../domain/geo/area';
import { ownValue } from '../../../domain/ownValue';
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
import { CallError, invalidInput, serverLabel } from '../../calls/endpoint';
import { type Database, json, type RowOf } from '../../db';
import type { PlaceReader } from '../../gazetteer/ownPlaces';
import type { CommandCall, CommandTarget } from './call';
import { consumeCode } from './codes';

/** Data needed to check commands. */
export interface TicketContext {
  readonly entities: readonly AnyEntity[];
  readonly places: PlaceReader;
}

/** Circumstances that require a typed confirmation. */
interface Danger {
  readonly typed: ConfirmationPolicy | undefined;
  /** Targets that are outside of all geofences that list them. */
  readonly outside: readonly string[];
}

/** Returns the confirmation that the declarations of a command require; the strictest one counts. */
export const confirmationOf = async (
  db: Database,
  { entities, places }: TicketContext,
  { code }: CommandCall,
  allowed: readonly CommandTarget[],
): Promise<Danger> => {
  const declared = entities.flatMap(
    ({ commands }) => ownValue(commands as Readonly<Record<string, Command>>, code)?.typed ?? [],
  );
  const [first] = declared;
  const typed = declared.includes('always') ? 'always' : first;
  return { typed, outside: typed === 'many' ? await outsideOf(db, places, allowed) : [] };
};

/**
 * Returns locks with a position that geofences list, but that are in none of these. A lock that no geofence lists is
 * never outside.
 */
const outsideOf = async (
  db: Database,
  places: PlaceReader,
  locks: readonly CommandTarget[],
): Promise<string[]> => {
  const { fences } = await places.read(db);
  const namingFences = [...fences.values()].filter(({ devices }) => devices.size > 0);
  if (namingFences.length === 0) return [];
  return locks.flatMap(({ sn, id, org_id, fix_lat, fix_lon }) => {
    if (typeof fix_lat !== 'number' || typeof fix_lon !== 'number') return [];
    const own = namingFences.filter(({ devices }) => devices.has(Number(id)));
    const place = { lat: fix_lat, lon: fix_lon };
    const isIn = own.some(({ area }) => metresOutside(area, place) <= 0);
    return org_id !== null && own.length > 0 && !isIn ? [sn] : [];
  });
};

/** True if sending requires a reason and a typed confirmation. */
export const needsTypedConfirmation = (
  { typed, outside }: Danger,
  count: number,
  { command_typed_from: from }: SystemParamValues,
): boolean => needsConfirmation(typed, { count, outside: outside.length, from });

/** Columns that the tickets of a batch share. */
interface BatchTicket {
  readonly state: TicketState;
  readonly deadline: number;
  readonly operate_source: TicketSource;
  readonly batch_id: number;
  readonly reason?: string;
  readonly start_time?: number;
  readonly wave?: number;
}

interface BatchInput {
  readonly allowed: readonly CommandTarget[];
  /** Number of locks of this call that do not get the command. */
  readonly refused: number;
  readonly danger: Danger;
  readonly parameters: SystemParamValues;
}

/**
 * Returns the batch of the tickets: a new one, or the one that an earlier chunk of the same call has opened.
 * @throws CallError `invalid` if a reason or the typed confirmation is missing, `conflict` for a batch of another
 * sender or command
 */
export const batchOf = async (
  trx: Database,
  call: CommandCall,
  { allowed, refused, danger, parameters }: BatchInput,
): Promise<{ readonly id: number; readonly ticket: (place: number) => BatchTicket }> => {
  const { how = {}, schedule } = call;
  const openBatch =
    how.batch === undefined ? undefined : await findOpenBatch(trx, call, allowed.length);
  const announced = new Set([...(how.sns ?? []), ...call.sns]);
  const total = openBatch?.total ?? Math.max(how.total ?? 0, announced.size);
  const typed = needsTypedConfirmation(danger, total, parameters);
  if (typed && !schedule) checkConfirmation(how, call.sns, total);
  const consent = typed ? parameters.command_second_person : CONSENT.none;
  // A schedule has no operator present to enter a code, so a second person must confirm it.
  const isUnconfirmed =
    consent === CONSENT.second || (consent === CONSENT.code && schedule !== undefined);
  const isCoded = openBatch?.coded ?? call.isCoded;
  const takesCode = consent === CONSENT.code && !schedule && !isCoded;
  if (takesCode) await consumeCode(trx, call.proof);
  const { reason } = how;
  const operate_source = schedule ? SOURCE.schedule : SOURCE.operator;
  const waves = openBatch ? openBatch.waves : (how.waves ?? null);
  const hours = how.hours ?? parameters.command_wait_hours;
  const state = isUnconfirmed ? 'unconfirmed' : waves ? 'going' : 'open';
  const id =
    openBatch?.id ??
    (await insertBatch(trx, call, {
      total,
      operate_source,
      state,
      waves,
      hours,
      coded: takesCode,
      rest: without(announced, call.sns),
    }));
  if (openBatch) await removeArrived(trx, id, call.sns);
  if (refused > 0) await addRefused(trx, id, refused);
  const start = Math.max(how.start ?? 0, Date.now());
  const common = {
    state: isUnconfirmed ? ('unconfirmed' as const) : ('waiting' as const),
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
      const wave = waveSize((openBatch?.tickets ?? 0) + place, waves);
      const isLater = wave > (openBatch?.wave ?? 1) || openBatch?.state === 'stopped';
      return { ...common, wave, ...(!isUnconfirmed && isLater && plannedState(start)) };
    },
  };
};

const without = (all: Iterable<string>, some: readonly string[]): string[] => {
  const exceptions = new Set(some);
  return [...all].filter((one) => !exceptions.has(one));
};

/** Removes the locks of a call from those that a batch still expects. */
const removeArrived = async (trx: Database, id: number, sns: readonly string[]): Promise<void> => {
  await sql`update command_batch
    set rest = array(select sn from unnest(rest) as sn where sn <> all(${[...sns]}::text[]))
    where id = ${id} and rest <> '{}'`.execute(trx);
};

const addRefused = async (trx: Database, id: number, count: number): Promise<void> => {
  await trx
    .updateTable('command_batch')
    .set((eb) => ({ refused: eb('refused', '+', count) }))
    .where('id', '=', id)
    .execute();
};

/** Waits for its wave, with an upper limit. */
const plannedState = (start: number) => ({
  state: 'planned' as const,
  deadline: start + MAX_WAIT_HOURS * HOUR,
});

/** @throws CallError `invalid` */
const checkConfirmation = (
  { reason, typed }: SendOptions,
  sns: readonly string[],
  total: number,
): void => {
  const expected = confirmationText(sns, total);
  const errors = {
    ...(!reason && { reason: serverLabel('reasonNeeded') }),
    ...(typed !== expected && { typed: serverLabel('typeThis', { what: expected }) }),
  };
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
};

interface OpenBatch {
  readonly id: number;
  readonly total: number;
  readonly tickets: number;
  readonly waves: Waves | null;
  readonly wave: number;
  readonly state: string;
  /** True if it was opened with a one-time code. */
  readonly coded: boolean;
}

/** Time after which no further chunk is accepted, ms. */
const MAX_PAUSE = HOUR;

/**
 * Finds the batch that a chunk continues. It must have the same sender and command, and not exceed the announced
 * number of locks.
 */
const findOpenBatch = async (
  trx: Database,
  { code, oper, how }: CommandCall,
  more: number,
): Promise<OpenBatch> => {
  const rows = await trx
    .selectFrom('command_batch as batch')
    .select(['id', 'total', 'waves', 'wave', 'state', 'coded'])
    .select((eb) =>
      eb
        .selectFrom('appointmentCommandRecord')
        .select((ticket) => ticket.fn.countAll<number>().as('tickets'))
        .whereRef('batch_id', '=', 'batch.id')
        .$asScalar()
        .$notNull()
        .as('tickets'),
    )
    .where('id', '=', how?.batch ?? 0)
    .where('cmd', '=', code)
    .where('oper_id', '=', oper.id)
    .where('create_time', '>', Date.now() - MAX_PAUSE)
    .where('resent', '=', 0)
    .forUpdate()
    .execute();
  const [batch] = rows;
  if (batch && batch.tickets + more <= batch.total) return batch;
  throw new CallError('conflict', serverLabel('otherBatch'));
};

interface NewBatch {
  readonly total: number;
  readonly operate_source: TicketSource;
  readonly state: RowOf<'command_batch'>['state'];
  readonly waves: Waves | null;
  /** Time for which each ticket waits for its lock. */
  readonly hours: number;
  readonly coded: boolean;
  /** Serial numbers of the locks that further calls bring. */
  readonly rest: readonly string[];
}

const insertBatch = async (
  trx: Database,
  { code, oper, how, schedule }: CommandCall,
  { total, operate_source, state, waves, hours, coded, rest }: NewBatch,
): Promise<number> => {
  const { id } = await trx
    .insertInto('command_batch')
    .values({
      org_id: oper.org_id,
      create_time: Date.now(),
      cmd: code,
      total,
      reason: how?.reason ?? null,
      state,
      oper_id: oper.id,
      operate_source,
      operate_name: schedule?.name ?? oper.operName,
      schedule_id: schedule?.id ?? null,
      waves: waves ? json(waves) : null,
      hours,
      coded,
      rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
