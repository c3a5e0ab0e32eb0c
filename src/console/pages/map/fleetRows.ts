import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocaleState } from 'react-admin';
import {
  comparatorOf,
  type FleetOrder,
  type FleetStore,
  filterSorted,
  onStoreChange,
  sortedRows,
} from '../../maps';

/** Height of a row, px. */
export const ROW_HEIGHT = 48;
/** Rows rendered beyond each edge. */
const OVERSCAN_ROWS = 4;

/**
 * Returns the range of visible rows of equal height; `last` is exclusive. Its cost does not depend on the number of
 * rows, unlike a library for rows of any height.
 */
export const useVisibleRange = (scroller: RefObject<HTMLDivElement | null>, count: number) => {
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const updateRange = () => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT) - OVERSCAN_ROWS;
      const last =
        Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT) + OVERSCAN_ROWS;
      const next = { first: Math.max(0, Math.min(first, count)), last: Math.min(last, count) };
      setVisibleRange((before) =>
        before.first === next.first && before.last === next.last ? before : next,
      );
    };
    updateRange();
    const observer = new ResizeObserver(updateRange);
    observer.observe(element);
    element.addEventListener('scroll', updateRange, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', updateRange);
    };
  }, [scroller, count]);
  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (!element) return;
    const top = index * ROW_HEIGHT;
    const bottom = top + ROW_HEIGHT - element.clientHeight;
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, bottom));
  };
  return {
    first: Math.min(visibleRange.first, count),
    last: Math.min(visibleRange.last, count),
    scrollTo,
  };
};

/**
 * Returns the rows to list, updated at intervals while the fleet changes; undefined until their order is known, so that
 * no row moves when it is.
 * @param isInUse keeps them in their places, except for a change of the filter
 */
export const useListedRows = (
  store: FleetStore,
  order: FleetOrder,
  isInUse: boolean,
): Uint32Array | undefined => {
  const [locale] = useLocaleState();
  const [sorted, setSorted] = useState<Uint32Array>();
  const [rows, setRows] = useState<Uint32Array>();
  const by = order === 'name' ? 'name' : 'sn';
  const membership = useMembership(store);

  useEffect(() => {
    if (membership === -1) return;
    const controller = new AbortController();
    const { fleet } = store;
    sortedRows(fleet.size, comparatorOf(fleet, by, locale), controller.signal).then((next) => {
      if (next) setSorted(next);
    });
    return () => controller.abort();
  }, [store, by, locale, membership]);

  const list = useCallback(() => {
    const worstFirst = order === 'state';
    if (sorted && (!worstFirst || store.areAlarmsKnown)) {
      setRows(filterSorted(store, sorted, worstFirst));
    }
  }, [store, sorted, order]);
  const listed = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isInUse || listed.current !== list) list();
    listed.current = list;
    return onStoreChange(store, (change) => {
      if (change === 'all' || !isInUse) list();
    });
  }, [store, list, isInUse]);
  return rows;
};

/** Returns the fleet's membership version, or -1 while it is loading. */
const useMembership = (store: FleetStore): number => {
  const { fleet } = store;
  const [membership, setMembership] = useState(fleet.expected ? -1 : fleet.membership);
  useEffect(
    () => onStoreChange(store, () => setMembership(fleet.expected ? -1 : fleet.membership)),
    [store, fleet],
  );
  return membership;
};
