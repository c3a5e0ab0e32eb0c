import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { ApiError } from '../../protocol';
import type { ConsoleDataProvider } from '../data';
import type { Args } from './ArgInput';
import type { CommandRequest } from './CommandContext';
import type { Target } from './targets';
import { ticketBook } from './ticketBook';

/** Why a command was not sent, or that nobody knows whether it was. */
export type SendFailure = { readonly unknown: true } | { readonly message: string };

export interface Send {
  readonly sending: boolean;
  readonly failure: SendFailure | null;
  /** Answers the refused arguments and why, or null when there are none. */
  readonly send: (targets: readonly Target[], args: Args) => Promise<Refused | null>;
}

export type Refused = Readonly<Record<string, string>>;

const failureOf = (error: unknown): SendFailure =>
  error instanceof ApiError && error.kind !== 'business' && error.kind !== 'session'
    ? { unknown: true }
    : { message: error instanceof Error ? error.message : String(error) };

/** Sends a command once and enters its tickets in the book. */
export const useSend = ({ entity, code }: CommandRequest, done: () => void): Send => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const send = async (targets: readonly Target[], args: Args) => {
    setSending(true);
    setFailure(null);
    const sns = targets.map(({ sn }) => sn);
    try {
      await ticketBook.record({ entity, code }, () => dataProvider.command(code, sns, args));
      done();
      return null;
    } catch (error) {
      setSending(false);
      setFailure(failureOf(error));
      return error instanceof ApiError ? (error.fields ?? null) : null;
    }
  };
  return { sending, failure, send };
};
