import { sql } from 'kysely';
import type { AnyEntity } from '../../../config';
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
  type Waves,
  waveSize,
} from '../../../domain/ticket';
import type { SendOptions } from '../../../protocol';
import { CallError, invalidInput, serverLabel } from '../../calls/endpoint';
import { type Database, json, type NewRow } from '../../db';
import type { PlaceReader } from '../../gazetteer/ownPlaces';
import type { CommandCall, CommandTarget } from './call';
import { consumeCode } from './codes';
import type { CommandsByCode } from './settings';

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
    ({ commands }) => ownValue(commands as CommandsByCode, code)?.typed ?? [],
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

/**
 * Returns the batch of the tickets: a new one, or the one that an earlier chunk of the same call has opened.
 * @throws CallError `invalid` if a reason or the typed confirmation is missing, `conflict` for a batch of another
 * sender or command, and for an action, which cannot ask for a confirmation
 * @param counts locks of this call that get the command, and those that do not
 */
export const batchOf = async (
  trx: Database,
  call: CommandCall,
  { allowed, refused }: { readonly allowed: number; readonly refused: number },
  danger: Danger,
  parameters: SystemParamValues,
) => {
  const { how = {}, schedule, actionLocks = 0 } = call;
  const openBatch = how.batch === undefined ? undefined : await findOpenBatch(trx, call, allowed);
  const arrived = new Set(call.sns);
  const announced = new Set([...(how.sns ?? []), ...arrived]);
  const total = openBatch?.total ?? Math.max(how.total ?? 0, announced.size);
  const typed = needsTypedConfirmation(danger, Math.max(total, actionLocks), parameters);
  if (typed && actionLocks > 0) throw new CallError('conflict', serverLabel('typedElsewhere'));
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
    (await insertBatch(
      trx,
      call,
      {
        ...{ total, operate_source, state, hours, coded: takesCode },
        // Locks that further calls bring.
        rest: [...announced].filter((sn) => !arrived.has(sn)),
      },
      waves,
    ));
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
    /** Returns the columns that the batch gives the ticket at a place of this call. */
    ticket: (place: number) => {
      if (!waves) return common;
      const wave = waveSize((openBatch?.tickets ?? 0) + place, waves);
      const isLater = wave > (openBatch?.wave ?? 1) || openBatch?.state === 'stopped';
      if (isUnconfirmed || !isLater) return { ...common, wave };
      // It waits for its wave, with an upper limit.
      return {
        ...common,
        wave,
        state: 'planned' as const,
        deadline: start + MAX_WAIT_HOURS * HOUR,
      };
    },
  };
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

/** Time after which no further chunk is accepted, ms. */
const MAX_PAUSE = HOUR;

/**
 * Finds the batch that a chunk continues. It must have the same sender and command, and not exceed the announced
 * number of locks.
 */
const findOpenBatch = async (trx: Database, { code, oper, how }: CommandCall, more: number) => {
  const batch = await trx
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
    .executeTakeFirst();
  if (batch && batch.tickets + more <= batch.total) return batch;
  throw new CallError('conflict', serverLabel('otherBatch'));
};

const insertBatch = async (
  trx: Database,
  { code, oper, how, schedule }: CommandCall,
  values: Pick<
    NewRow<'command_batch'>,
    'total' | 'operate_source' | 'state' | 'hours' | 'coded' | 'rest'
  >,
  waves: Waves | null,
): Promise<number> => {
  const { id } = await trx
    .insertInto('command_batch')
    .values({
      ...values,
      org_id: oper.org_id,
      create_time: Date.now(),
      cmd: code,
      reason: how?.reason ?? null,
      oper_id: oper.id,
      operate_name: schedule?.name ?? oper.operName,
      schedule_id: schedule?.id ?? null,
      waves: waves ? json(waves) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
