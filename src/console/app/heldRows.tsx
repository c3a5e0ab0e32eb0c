import { Button, type SxProps, type Theme } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { type RefObject, useMemo, useState } from 'react';
import { type Identifier, type RaRecord, useGetMany, useTranslate } from 'react-admin';
import { useIsInUse } from './useIsInUse';

interface Options<T> {
  readonly resource: string;
  /** Page, sort order and filter; empty while the rows are those of another question. */
  readonly question: string;
  /** Rows of the last answer; undefined while loading. */
  readonly latest: T[] | undefined;
  /** Element with the rows. */
  readonly area: RefObject<HTMLElement | null>;
  /** Rows that are held stay held while it is true, as while some are selected. */
  readonly isBusy?: boolean;
}

export interface HeldRows<T> {
  /** Rows in their places, with their newest values. */
  readonly rows: T[] | undefined;
  /** Copy of these rows from when they began to keep their places. */
  readonly before: readonly T[];
  readonly waiting: number;
  /** Shows the rows that wait. */
  readonly show: () => void;
}

const NONE: readonly never[] = [];

/**
 * Keeps the rows of a list in their places while the operator works in them, and until a menu, a dialog or a selection
 * of theirs is closed. Their values follow, new rows wait, and rows that left the result show their new state.
 */
export const useHeldRows = <T extends RaRecord>(options: Options<T>): HeldRows<T> => {
  const { resource, question, latest, area, isBusy = false } = options;
  const [heldRows, setHeldRows] = useState({ question, rows: latest });
  const isInUse = useIsInUse(area, isBusy);
  const isHeld =
    isInUse && question !== '' && heldRows.question === question && !!heldRows.rows?.length;
  if (!isHeld && (heldRows.question !== question || heldRows.rows !== latest)) {
    setHeldRows({ question, rows: latest });
  }
  const before: readonly T[] = (isHeld ? heldRows.rows : latest) ?? NONE;
  const leftIds = useMemo(() => {
    const ids = new Set(latest?.map(({ id }) => id));
    return before.flatMap(({ id }) => (ids.has(id) ? [] : id));
  }, [before, latest]);
  const { data, isPlaceholderData } = useGetMany<T>(
    resource,
    { ids: leftIds },
    { enabled: leftIds.length > 0, placeholderData: keepPreviousData },
  );
  const left = useMemo(
    () => (isPlaceholderData ? [...before, ...(data ?? NONE)] : data),
    [isPlaceholderData, before, data],
  );
  return useMemo(
    () => ({
      rows: isHeld && latest ? holdRows(before, latest, left) : latest,
      before,
      waiting: isHeld && latest ? waitingCount(before, latest) : 0,
      show: () => setHeldRows({ question, rows: latest }),
    }),
    [isHeld, before, latest, left, question],
  );
};

/**
 * Returns the rows in their order before, with their newest values.
 * @param left those that left the result, as they are now; undefined until they are known. A deleted one is not among
 * them, and leaves.
 */
export const holdRows = <T extends { readonly id: Identifier }>(
  before: readonly T[],
  latest: readonly T[],
  left: readonly (T | undefined)[] | undefined,
): T[] => {
  const rowById = new Map([...(left ?? before), ...latest].map((row) => [row?.id, row]));
  return before.flatMap(({ id }) => rowById.get(id) ?? []);
};

/** Returns the number of new rows. Rows of the next page that fill the end of this one are not new. */
export const waitingCount = (
  before: readonly { readonly id: Identifier }[],
  latest: readonly { readonly id: Identifier }[],
): number => {
  const ids = new Set(before.map(({ id }) => id));
  const keptRows = latest.filter(({ id }) => ids.has(id));
  const last = keptRows.at(-1);
  const atEnd = latest.length - 1 - (last ? latest.indexOf(last) : -1);
  return latest.length - keptRows.length - Math.min(atEnd, before.length - keptRows.length);
};

interface WaitingProps extends Pick<HeldRows<RaRecord>, 'waiting' | 'show'> {
  readonly sx?: SxProps<Theme>;
}

/** Button with the number of rows that wait, which shows them; renders nothing without one. */
export const WaitingRows = ({ waiting, show, sx }: WaitingProps) => {
  const translate = useTranslate();
  return (
    waiting > 0 && (
      <Button size="small" onClick={show} sx={sx}>
        {translate('shell.waitingRows', { smart_count: waiting })}
      </Button>
    )
  );
};
