import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect } from 'react';
import { ApiError } from '../../../protocol';
import type { ConsoleDataProvider } from '../../data';
import { type ExportProgress, type Followed, isUnderWay } from './followed';

/** The entity whose records are the jobs. */
export const EXPORTS = 'exportJob';

/** Between two questions, ms; only while something runs. */
const EVERY = 2_000;

const GONE = ['notFound', 'noPermission'];

export interface FollowedExport extends Followed {
  /** Undefined before the first answer. */
  readonly progress: ExportProgress | undefined;
}

/**
 * How far exports are.
 * @param onGone called for one that the server no longer has; a stable function
 */
export const useProgress = (
  followed: readonly Followed[],
  onGone: (id: Followed['id']) => void,
): FollowedExport[] => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const answers = useQueries({
    queries: followed.map(({ id }) => ({
      queryKey: [EXPORTS, 'progress', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data } = await dataProvider.getOne(EXPORTS, { id, signal });
        return data as unknown as ExportProgress;
      },
      refetchInterval: ({ state }: { state: { data?: ExportProgress | undefined } }) =>
        isUnderWay(state.data) && EVERY,
      // Somebody who works in another window wants the file all the same.
      refetchIntervalInBackground: true,
      staleTime: EVERY,
    })),
  });
  const gone = followed.filter((_, at) => {
    const error = answers[at]?.error;
    return error instanceof ApiError && GONE.includes(error.code);
  });
  const goneIds = gone.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which these are
  useEffect(() => {
    for (const { id } of gone) onGone(id);
  }, [goneIds, onGone]);
  return followed.map((entry, at) => ({ ...entry, progress: answers[at]?.data }));
};
