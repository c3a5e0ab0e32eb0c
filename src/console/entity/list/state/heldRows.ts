import { useMemo, useState, useSyncExternalStore } from 'react';
import { type Identifier, type RaRecord, useGetMany } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { TICKETS } from '../../../../protocol';
import { ALARMS } from '../../../data';

/**
 * Returns the rows in their order before, with their newest values. Rows that come wait, and rows that left the page
 * stay.
 */
export const holdRows = <T extends { readonly id: Identifier }>(
  before: readonly T[],
  fresh: readonly T[],
): T[] => {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return before.map((row) => byId.get(row.id) ?? row);
};

const EVENTS = ['mouseover', 'mouseout', 'focusin', 'click', 'keyup'] as const;

const subscribe = (onChange: () => void) => {
  for (const type of EVENTS) document.addEventListener(type, onChange);
  return () => {
    for (const type of EVENTS) document.removeEventListener(type, onChange);
  };
};

/** States of a table body in which its rows keep their places; the last one is an open menu of a row. */
const IN_USE = ':is(:hover, :focus-within, :has(.actions [aria-expanded="true"]))';

/**
 * Keeps the rows of a list that the server pushes in their places while the operator points at them or has the focus
 * among them, so that a click hits the row that it was meant for.
 * @param question page, sort order and filter; empty until their rows have come
 */
export const useHeldRows = (
  { name }: AnyEntity,
  question: string,
  fresh: RaRecord[] | undefined,
): RaRecord[] | undefined => {
  const [before, setBefore] = useState({ question, rows: fresh });
  const isInUse = useSyncExternalStore(
    subscribe,
    () =>
      (name === ALARMS || name === TICKETS) &&
      document.querySelector(`[data-rows="${name}"]${IN_USE}`) !== null,
  );
  const isHeld = isInUse && question !== '' && before.question === question;
  if (!isHeld && (before.question !== question || before.rows !== fresh)) {
    setBefore({ question, rows: fresh });
  }
  const leftIds = useMemo(() => {
    const ids = new Set(fresh?.map(({ id }) => id));
    return isHeld ? before.rows?.flatMap(({ id }) => (ids.has(id) ? [] : id)) : [];
  }, [isHeld, before, fresh]);
  const { data: left } = useGetMany<RaRecord>(
    name,
    { ids: leftIds ?? [] },
    { enabled: (leftIds?.length ?? 0) > 0, retry: false },
  );
  return useMemo(() => {
    if (!isHeld || !before.rows || !fresh) return fresh;
    return holdRows(before.rows, [...(left ?? []).filter(Boolean), ...fresh]);
  }, [isHeld, before, fresh, left]);
};
