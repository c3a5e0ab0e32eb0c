import { useDeferredValue } from 'react';

export interface ListAnswer {
  /** Question that was asked: page, sort order and filter. */
  readonly question: string;
  /** Undefined until the first answer. */
  readonly data: unknown;
  /** True while the rows are those of an earlier question. */
  readonly isPlaceholderData: boolean;
}

/** True if rows of the same question are already in view, so that the operator does not wait for the answer. */
export const isRefresh = (rendered: ListAnswer, latest: ListAnswer): boolean =>
  rendered.question === latest.question &&
  rendered.data !== undefined &&
  !rendered.isPlaceholderData;

/**
 * Returns the answer to show. React renders a refresh in short tasks, so that many new rows, as in a burst of alarms,
 * never block the page. The first rows of a question are rendered at once.
 */
export const useSteadyRefresh = <Answer extends ListAnswer>(latest: Answer): Answer => {
  const rendered = useDeferredValue(latest);
  return isRefresh(rendered, latest) ? rendered : latest;
};
