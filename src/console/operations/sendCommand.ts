import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Values } from '../../fields/form';
import {
  ApiError,
  type CommandAnswer,
  errorMessage,
  type LockRefusal,
  type SendOptions,
  type SentTicket,
} from '../../protocol';
import type { ConsoleDataProvider } from '../data';
import { operationOf } from './availability';
import type { CommandRequest } from './commands';
import { ticketBook, UNKNOWN_STATE } from './ticketBook';

/** Why a command was not sent, or that nobody knows whether it was. */
type SendFailure = { readonly unknown: true } | { readonly message: string };

interface Send {
  readonly sending: boolean;
  /** How many locks have had their turn. */
  readonly turns: number;
  readonly failure: SendFailure | null;
  /** Answers the refused arguments and why, or null when there are none. */
  readonly send: (
    sns: readonly string[],
    args: Values,
    how?: SendOptions,
  ) => Promise<Refused | null>;
}

type Refused = Readonly<Record<string, string>>;

/** Nobody answered: it may have been done. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && error.kind !== 'business' && error.kind !== 'session';

/** Why a call was refused: what the server says of what was entered tells more than that it is wrong. */
export const refusalText = (error: unknown): string => {
  const messages = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
  if (messages.length > 0) return messages.join(' ');
  return errorMessage(error);
};

const failureOf = (error: unknown): SendFailure =>
  isUnanswered(error) ? { unknown: true } : { message: refusalText(error) };

/** Sends a command once to each lock and enters its tickets in the book. */
export const useSendCommand = ({ entity, code }: CommandRequest, done: () => void): Send => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [sending, setSending] = useState(false);
  const [turns, setTurns] = useState(0);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const { max } = operationOf(entity.commands, code);
  const send = async (sns: readonly string[], args: Values, how?: SendOptions) => {
    setSending(true);
    setTurns(0);
    setFailure(null);
    try {
      const call = (part: string[], batch?: number) =>
        dataProvider.command(code, part, args, how && { ...how, batch });
      await ticketBook.record({ entity, code }, () =>
        sendInChunks(sns, { max, call, onProgress: setTurns }),
      );
      done();
      return null;
    } catch (error) {
      setSending(false);
      setFailure(failureOf(error));
      return error instanceof ApiError ? (error.fields ?? null) : null;
    }
  };
  return { sending, turns, failure, send };
};

interface PartsOptions {
  /** Locks of one call at the most. */
  readonly max: number;
  /** The pieces of one press are one batch: the first piece's answer names it. */
  readonly call: (sns: string[], batch?: number) => Promise<CommandAnswer>;
  /** Told how many locks have had their turn. */
  readonly onProgress: (turns: number) => void;
}

/** Each lock of a call was refused for itself: others may take the command. */
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
 * Sends a command to any number of locks, a call for as many as one may name. Once something was sent a failure takes
 * nothing back: the locks of that call and of all after it count as refused, with its reason. Of a call that was not
 * answered it is not known.
 * @throws what a call throws, when no lock was sent the command
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
      const answer = await call(part, batch);
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
    onProgress(Math.min(sns.length, at + max));
  }
  if (tickets.length === 0 && firstError !== undefined) throw firstError;
  return { batch, tickets, refused };
};

/**
 * A call for as many tickets as one may name. Where nothing can be done about a piece, the others have their turn.
 * @throws what a call throws; what every one of them says is the matter with its tickets
 */
export const inChunks = async (
  tickets: readonly string[],
  max: number,
  call: (chunk: readonly string[]) => Promise<unknown>,
): Promise<void> => {
  let refusal: unknown;
  let done = false;
  for (let at = 0; at < tickets.length; at += max) {
    try {
      await call(tickets.slice(at, at + max));
      done = true;
    } catch (error) {
      if (!isAboutLocks(error)) throw error;
      refusal = error;
    }
  }
  if (!done) throw refusal;
};
