import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { type Identifier, type RaRecord, useDataProvider, useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import type { AnyEntity, Operation } from '../../../config';
import { countedText, filledText, type Locale } from '../../../domain/label';
import { fieldText, placeholderTexts } from '../../../fields';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import {
  type ActionAnswer,
  type ActionRefusal,
  ApiError,
  type OneTimeSecret,
} from '../../../protocol';
import { eventFieldOf, fullName, type LockNames, recordName } from '../../app/record';
import { useLockNames } from '../../app/recordNames';
import {
  type ConsoleDataProvider,
  errorNotice,
  type FileAnswer,
  isFile,
  saveFile,
} from '../../data';
import { operationOf } from '../offer/availability';
import type { ActionRequest } from '../offer/items';
import { UndoToast } from './UndoToast';

/** Duration of a toast with an undo button, ms. */
const UNDO_DURATION = 8_000;

/** Runs an action: saves its files, refetches what it changed, and notifies the operator of a success. */
export const useRunAction = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const text = useText();
  const locale = useReaderLocale();
  const lockNames = useLockNames();
  const [processed, setProcessed] = useState<number>();

  const run = async (
    request: Pick<ActionRequest, 'entity' | 'code' | 'records' | 'onDone'>,
    args: object = {},
  ): Promise<ActionOutcome> => {
    const { entity, code, records } = request;
    const action = operationOf(entity.actions, code);
    const ids = records.map(({ id }) => id);
    setProcessed(0);
    const call = (some: readonly (string | number)[]) =>
      dataProvider.action(entity.name, code, some, args);
    const outcome = await runAction(call, ids, action, setProcessed);
    // At once: an input that is still disabled cannot take the focus.
    flushSync(() => setProcessed(undefined));
    for (const file of outcome.files) saveFile(file);
    // A refused record may have changed since it was read.
    if (outcome.done + outcome.failed.length > 0) void client.invalidateQueries();
    if (outcome.done > 0) request.onDone?.();
    // One-time secrets stay in view, together with the message.
    const hasSecrets = outcome.secrets.length > 0;
    if (outcome.failed.length === 0 && outcome.error === undefined && !hasSecrets) {
      const [first] = outcome.files;
      const done = action.done && countedText(text(action.done), outcome.done);
      const message =
        outcome.messages.join('\n') ||
        first?.name ||
        (done && namedText(done, { entity, records, locale, lockNames }));
      const { undo } = action;
      if (message && undo !== undefined) {
        const onUndo = async () => {
          const error = outcomeError(await run({ entity, code: undo, records }));
          if (error) notify(...errorNotice(error));
        };
        const toast = createElement(UndoToast, { message, onUndo });
        notify(toast, { type: 'success', autoHideDuration: UNDO_DURATION });
      } else {
        notify(message || 'entity.action.done', {
          type: 'success',
          messageArgs: { _: message, smart_count: outcome.done },
        });
      }
    }
    return outcome;
  };
  return { run, processed };
};

interface Named {
  readonly entity: AnyEntity;
  readonly records: readonly RaRecord[];
  readonly locale: Locale;
  readonly lockNames: LockNames;
}

/** Fills a toast. If it names no record, the event and the title follow that all records have in common. */
export const namedText = (done: string, { entity, records, locale, lockNames }: Named): string => {
  const [record = { id: '' }, ...others] = records;
  const event = eventFieldOf(entity);
  const nameOf = (each: RaRecord) => recordName(entity, each, locale, lockNames);
  const subjectOf = (each: RaRecord) =>
    [event && fieldText(entity.fields[event], event, each, locale), fullName(nameOf(each))]
      .filter(Boolean)
      .join(' · ');
  const { name } = nameOf(record);
  const counts = { smart_count: records.length, title: fullName(nameOf(record)), name };
  const text = filledText(done, { ...placeholderTexts(entity.fields, record, locale), ...counts });
  const subject = subjectOf(record);
  const isNamed = /%\{(?!smart_count)/.test(done);
  return isNamed || others.some((each) => subjectOf(each) !== subject)
    ? text
    : `${text} · ${subject}`;
};

export interface ActionOutcome {
  readonly done: number;
  readonly failed: readonly ActionRefusal[];
  readonly messages: readonly string[];
  readonly files: readonly FileAnswer[];
  readonly secrets: readonly OneTimeSecret[];
  /** Error that stopped the run before all records were processed. */
  readonly error?: unknown;
}

/** Returns the reason of the first record that failed, or the error that stopped the run; undefined if it succeeded. */
export const outcomeError = ({ failed, error }: ActionOutcome): unknown => failed[0]?.why ?? error;

/**
 * Returns the error that the form of an action shows: what stopped the run, or why nothing was done. Reasons of several
 * records that are at no argument are listed by record instead.
 */
export const formErrorOf = ({ done, failed, error }: ActionOutcome): unknown => {
  const [first, ...others] = failed;
  if (error !== undefined || done > 0 || !first) return error;
  const fields = Object.assign({}, ...failed.map((each) => each.fields));
  const isShown = others.length === 0 || Object.keys(fields).length > 0;
  return isShown
    ? new ApiError(first.why, { kind: 'business', code: 'conflict', fields })
    : undefined;
};

const refusalsOf = (error: unknown): readonly ActionRefusal[] | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined;
  const { failed } = (error.data ?? {}) as { failed?: unknown };
  return Array.isArray(failed) ? failed : undefined;
};

/**
 * Runs an action with any number of records, in calls of at most `max` of them. Refused records do not stop the rest; a
 * failed call does. One that sends a command makes a single call, in which the server judges the number of its locks.
 * @param onProgress called with the number of processed records
 */
export const runAction = async (
  call: (ids: readonly Identifier[]) => Promise<ActionAnswer | FileAnswer>,
  ids: readonly Identifier[],
  action: Pick<Operation, 'max' | 'sends'>,
  onProgress: (processed: number) => void,
): Promise<ActionOutcome> => {
  const max = action.sends ? ids.length : action.max;
  let outcome: ActionOutcome = { done: 0, failed: [], messages: [], files: [], secrets: [] };
  for (let at = 0; at < ids.length; at += max) {
    const some = ids.slice(at, at + max);
    try {
      outcome = mergeOutcome(outcome, await call(some), some.length);
    } catch (error) {
      const failed = refusalsOf(error);
      if (!failed) return { ...outcome, error };
      outcome = { ...outcome, failed: [...outcome.failed, ...failed] };
    }
    onProgress(Math.min(ids.length, at + max));
  }
  return outcome;
};

const mergeOutcome = (
  before: ActionOutcome,
  answer: ActionAnswer | FileAnswer,
  requestedCount: number,
): ActionOutcome => {
  if (isFile(answer)) {
    return { ...before, done: before.done + requestedCount, files: [...before.files, answer] };
  }
  const { done, failed = [], message, secrets = [] } = answer;
  return {
    ...before,
    done: before.done + done,
    failed: [...before.failed, ...failed],
    secrets: [...before.secrets, ...secrets],
    messages: message ? [...new Set([...before.messages, message])] : before.messages,
  };
};
