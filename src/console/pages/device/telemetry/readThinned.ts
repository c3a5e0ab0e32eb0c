/** Both ends inclusive, ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PageOfRows<R> {
  readonly rows: readonly R[];
  /** How many there are in the span, or a lower bound where the server stops counting. */
  readonly total: number;
}

/** Reads a page of the records of a span, the newest first. */
export type ReadPage<R> = (span: Span, page: number, perPage: number) => Promise<PageOfRows<R>>;

export interface Thinned<R> extends PageOfRows<R> {
  /** ms between two places where it was looked; null when everything was read. */
  readonly step: number | null;
}

/** Rows of one call at the most. */
const PAGE = 1000;
/** More points than that are closer than pixels. */
export const MOST_POINTS = 2000;
/** Where there are more, so many stretches of the span are looked into. */
const STRETCHES = 80;
const AT_ONCE = 4;

const stretchesOf = ({ from, to }: Span): Span[] => {
  const length = (to - from) / STRETCHES;
  return Array.from({ length: STRETCHES }, (_, i) => ({
    from: Math.round(from + i * length),
    to: Math.round(from + (i + 1) * length) - (i === STRETCHES - 1 ? 0 : 1),
  }));
};

/**
 * The records of a span, or a part of them that is spread over all of it: lists have no way to take every n-th row, so
 * that of each stretch the newest are taken.
 */
export const readThinned = async <R>(read: ReadPage<R>, span: Span): Promise<Thinned<R>> => {
  const first = await read(span, 1, PAGE);
  const { total } = first;
  if (total <= first.rows.length) return { rows: first.rows, total, step: null };
  if (total <= MOST_POINTS) {
    const second = await read(span, 2, PAGE);
    return { rows: [...first.rows, ...second.rows], total, step: null };
  }
  const rows: R[] = [];
  const stretches = stretchesOf(span);
  for (let i = 0; i < stretches.length; i += AT_ONCE) {
    const pages = await Promise.all(
      stretches.slice(i, i + AT_ONCE).map((part) => read(part, 1, MOST_POINTS / STRETCHES)),
    );
    rows.push(...pages.flatMap((page) => page.rows));
  }
  return { rows, total, step: (span.to - span.from) / STRETCHES };
};
