import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Values } from '../../../fields/views/form';
import {
  ApiError,
  type CommandAnswer,
  errorMessage,
  type LockRefusal,
  type SendOptions,
  type SentTicket,
} from '../../../protocol';
import { type ConsoleDataProvider, useSentCommands, useUsedLocks } from '../../data';
import { operationOf } from '../offer/availability';
import type { CommandRequest } from '../offer/items';
import { type TicketBatch, ticketBook, UNKNOWN_STATE } from './ticketBook';

/** Reason why a command was not sent; `unknown` if the server did not answer. */
type SendFailure = { readonly unknown: true } | { readonly message: string };

/** True if there was no answer: the call may have been executed. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.kind !== 'business' && error.kind !== 'session';

/** Returns the reason why a call was refused. Messages about single fields are more precise than the general one. */
export const refusalText = (error: unknown): string => {
  const messages = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
  if (messages.length > 0) return messages.join(' ');
  return errorMessage(error);
};

const failureOf = (error: unknown): SendFailure =>
  isUnanswered(error) ? { unknown: true } : { message: refusalText(error) };

/** Sends a command once to each lock and stores its tickets in the ticket book. */
export const useSendCommand = ({ entity, code }: CommandRequest, done: () => void) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [sending, setSending] = useState(false);
  const [processed, setProcessed] = useState(0);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const { max } = operationOf(entity.commands, code);
  const { remember } = useUsedLocks();
  const { count } = useSentCommands();
  /** Resolves to the messages of refused arguments by name, or null if there are none. */
  const send = async (sns: readonly string[], args: Values, how?: SendOptions) => {
    setSending(true);
    setProcessed(0);
    setFailure(null);
    try {
      await ticketBook.record({ entity, code }, () =>
        sendInChunks(sns, {
          max,
          call: (part, inBatch) =>
            dataProvider.command(code, part, args, how && { ...how, ...inBatch }),
          onProgress: setProcessed,
        }),
      );
      count(code);
      const [sn, ...others] = sns;
      if (sn !== undefined && others.length === 0) remember(sn);
      done();
      return null;
    } catch (error) {
      setSending(false);
      setFailure(failureOf(error));
      return error instanceof ApiError ? (error.fields ?? null) : null;
    }
  };
  return { sending, processed, failure, send };
};

/**
 * Returns the batch that all chunks belong to. Until an answer names it, a call announces the locks: the server then
 * knows what it has not received if the window is closed in between.
 */
const inBatchOf = (batch: number | undefined, sns: readonly string[]): SendOptions =>
  batch === undefined ? { sns: [...sns] } : { batch };

interface PartsOptions {
  /** Maximum number of locks per call. */
  readonly max: number;
  readonly call: (sns: string[], inBatch: SendOptions) => Promise<CommandAnswer>;
  /** Called with the number of processed locks. */
  readonly onProgress?: (processed: number) => void;
}

/** True if each lock of a call was refused by itself; other locks may still accept the command. */
const isAboutLocks = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['notFound', 'conflict'].includes(error.code);

const refusedBy = (
  error: unknown,
  sns: readonly string[],
  code = error instanceof ApiError ? error.code : 'fail',
): LockRefusal[] => {
  const desc = errorMessage(error);
  return sns.map((sn) => ({ sn, code, desc }));
};

/**
 * Sends a command to any number of locks, in calls of at most `max`. A call whose locks are all refused does not stop
 * the rest. Any other failure does: the locks of that call and of all later ones count as refused with its reason, or
 * as unknown for the call itself if it was not answered.
 * @throws the first error, if no lock was sent the command
 */
export const sendInChunks = async (
  sns: readonly string[],
  { max, call, onProgress }: PartsOptions,
): Promise<CommandAnswer> => {
  const tickets: SentTicket[] = [];
  const refused: LockRefusal[] = [];
  let batch: number | undefined;
  let firstError: unknown;
  for (let at = 0; at < sns.length; at += max) {
    const part = sns.slice(at, at + max);
    try {
      const answer = await call(part, sns.length > max ? inBatchOf(batch, sns) : {});
      batch ??= answer.batch;
      tickets.push(...answer.tickets);
      refused.push(...answer.refused);
    } catch (error) {
      firstError ??= error;
      if (isAboutLocks(error)) {
        refused.push(...refusedBy(error, part));
      } else {
        refused.push(...refusedBy(error, part, isUnanswered(error) ? UNKNOWN_STATE : undefined));
        refused.push(...refusedBy(error, sns.slice(at + max)));
        break;
      }
    }
    onProgress?.(Math.min(sns.length, at + max));
  }
  if (tickets.length === 0 && firstError !== undefined) throw firstError;
  return { batch, tickets, refused };
};

/**
 * Makes one call per `max` tickets. A chunk that is refused as not found or in conflict does not stop the rest.
 * @param call gets the chunk, and all tickets that remain, those of the chunk included
 * @throws the error of a call that fails otherwise; the last refusal if every chunk was refused
 */
export const inChunks = async (
  tickets: readonly string[],
  max: number,
  call: (chunk: readonly string[], remaining: readonly string[]) => Promise<unknown>,
): Promise<void> => {
  let refusal: unknown;
  let done = false;
  for (let at = 0; at < tickets.length; at += max) {
    try {
      await call(tickets.slice(at, at + max), tickets.slice(at));
      done = true;
    } catch (error) {
      if (!isAboutLocks(error)) throw error;
      refusal = error;
    }
  }
  if (!done) throw refusal;
};

interface ResendOptions {
  /** Maximum number of tickets per call. */
  readonly max: number;
  readonly how: SendOptions | undefined;
  readonly call: (chunk: readonly string[], how?: SendOptions) => Promise<CommandAnswer>;
}

/** Resends tickets of a batch and stores the new ones in the ticket book. @throws as `inChunks` */
export const resendInChunks = async (
  { id, entries }: TicketBatch,
  tickets: readonly string[],
  { max, how, call }: ResendOptions,
): Promise<void> => {
  if (tickets.length <= max) return ticketBook.renew(id, () => call(tickets, how));
  const snByTicket = new Map(entries.map(({ ticket, sn }) => [ticket, sn]));
  let batch: number | undefined;
  await inChunks(tickets, max, (chunk, remaining) =>
    ticketBook.renew(id, async () => {
      const sns = remaining.flatMap((ticket) => snByTicket.get(ticket) ?? []);
      const inBatch = inBatchOf(batch, sns);
      const answer = await call(chunk, { total: tickets.length, ...how, ...inBatch });
      batch ??= answer.batch;
      return answer;
    }),
  );
};
