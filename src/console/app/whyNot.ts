import { useMemo } from 'react';
import {
  type AnyEntity,
  type Attempt,
  type LockReasons,
  type Reason,
  type Refused,
  type Row,
  type Wire,
  whyNot,
} from '../../config';
import { type Label, labelOf } from '../../domain/label';
import { whyNotText } from '../../fields';
import { useReaderLocale } from '../../fields/views/reader';
import { useReaderContext } from '../data';
import { useApp } from './AppContext';

/** Reasons why attempts on records of one entity are not allowed to the operator. */
export interface WhyNot {
  /** @returns undefined if the attempt is allowed. @param record undefined for a new one */
  reason(attempt: Attempt, record: Row | undefined): Reason | undefined;
  textOf(attempt: Attempt, refused: Refused): string;
  /** Explains why an attempt is not allowed; undefined if it is. */
  text(attempt: Attempt, record: Row | undefined): string | undefined;
}

export const useWhyNot = (entity: AnyEntity): WhyNot => {
  const reader = useReaderContext();
  const { wire } = useApp().declared;
  const locale = useReaderLocale();
  return useMemo(() => {
    const context = {
      ...reader,
      lockReasons: (record: Row) => lockReasonsIn(record, wire),
      isPartialRecord: true,
    };
    const reason: WhyNot['reason'] = (attempt, record) => whyNot(entity, attempt, record, context);
    const textOf: WhyNot['textOf'] = (attempt, refused) =>
      whyNotText(entity, attempt, refused, locale);
    return {
      reason,
      textOf,
      text: (attempt, record) => {
        const foundReason = reason(attempt, record);
        return foundReason && textOf(attempt, { record: record ?? {}, reason: foundReason });
      },
    };
  }, [entity, reader, wire, locale]);
};

/** Returns the reasons that the server sends with a row what cannot be done with it; undefined without any. */
export const lockReasonsIn = (
  record: Row,
  { kept }: Pick<Wire, 'kept'>,
): LockReasons | undefined => {
  const reasons = kept === '' ? undefined : record[kept];
  if (typeof reasons !== 'object' || reasons === null) return undefined;
  return Object.fromEntries(Object.entries(reasons).map(([code, text]) => [code, labelIn(text)]));
};

/** Converts a text, which the server sends in the reader's language, to a label. */
const labelIn = (text: unknown): Label | undefined =>
  typeof text === 'string' && text !== '' ? labelOf(() => text) : undefined;
