import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import type { Values } from '../../fields/controls/FormField';
import { ApiError } from '../../protocol';
import type { ConsoleDataProvider } from '../data';
import { offeringOf } from '../offers';
import type { CommandRequest } from './CommandContext';
import { sendInParts } from './sendInParts';
import type { Target } from './targets';
import { ticketBook } from './ticketBook';

/** Why a command was not sent, or that nobody knows whether it was. */
export type SendFailure = { readonly unknown: true } | { readonly message: string };

export interface Send {
  readonly sending: boolean;
  /** How many locks have had their turn. */
  readonly turns: number;
  readonly failure: SendFailure | null;
  /** Answers the refused arguments and why, or null when there are none. */
  readonly send: (targets: readonly Target[], args: Values) => Promise<Refused | null>;
}

export type Refused = Readonly<Record<string, string>>;

const failureOf = (error: unknown): SendFailure =>
  error instanceof ApiError && error.kind !== 'business' && error.kind !== 'session'
    ? { unknown: true }
    : { message: error instanceof Error ? error.message : String(error) };

/** Sends a command once to each lock and enters its tickets in the book. */
export const useSend = ({ entity, code }: CommandRequest, done: () => void): Send => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [sending, setSending] = useState(false);
  const [turns, setTurns] = useState(0);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const { max } = offeringOf(entity.commands, code);
  const send = async (targets: readonly Target[], args: Values) => {
    setSending(true);
    setTurns(0);
    setFailure(null);
    const sns = targets.map(({ sn }) => sn);
    try {
      const call = (part: string[]) => dataProvider.command(code, part, args);
      await ticketBook.record({ entity, code }, () =>
        sendInParts(sns, { max, call, onProgress: setTurns }),
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
