import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import {
  type Identifier,
  useDataProvider,
  useNotify,
  useStore,
  useStoreContext,
  useTranslate,
} from 'react-admin';
import { JOB } from '../../domain/job';
import { ApiError } from '../../protocol';
import {
  type ConsoleDataProvider,
  ExportsContext,
  errorNotice,
  isFile,
  saveFile,
  useAccess,
} from '../data';
import { requiredContext } from '../data/requiredContext';

export const [ExportListContext, useExportList] = requiredContext<{
  readonly list: readonly TrackedExport[];
  act(code: 'download' | 'cancel', id: Identifier): Promise<void>;
  /** Removes the export from the list; the server keeps it. */
  dismiss(id: Identifier): void;
}>('the layout');

export const EXPORTS = 'exportJob';

/** Poll interval while an export runs, ms. */
const EVERY = 2_000;

const GONE_ERRORS = ['notFound', 'noPermission'];

export interface TrackedExport extends ExportRef {
  /** Undefined before the first answer. */
  readonly progress: ExportProgress | undefined;
}

/**
 * Follows exports that run on the server, across reloads too. The file of an export started on this page is saved as
 * soon as it is ready.
 */
export const ExportsProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const [tracked, change] = useTracked();
  const startedHere = useRef(new Set<Identifier>());
  const answers = useQueries({
    queries: tracked.map(({ id }) => ({
      queryKey: [EXPORTS, 'progress', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data } = await dataProvider.getOne(EXPORTS, { id, signal });
        return data as unknown as ExportProgress;
      },
      refetchInterval: ({ state }: { state: { data?: ExportProgress | undefined } }) =>
        isRunning(state.data) && EVERY,
      // The file is wanted even while the operator works in another window.
      refetchIntervalInBackground: true,
      staleTime: EVERY,
    })),
  });
  const list = tracked.map((entry, at) => ({ ...entry, progress: answers[at]?.data }));
  const dismiss = (id: Identifier) => change((before) => before.filter((each) => each.id !== id));
  const act = async (code: 'download' | 'cancel', id: Identifier) => {
    try {
      const answer = await dataProvider.action(EXPORTS, code, [id]);
      if (isFile(answer)) saveFile(answer);
      else await queryClient.invalidateQueries({ queryKey: [EXPORTS] });
    } catch (error) {
      notify(...errorNotice(error));
    }
  };
  const end = ({ id, title, progress }: TrackedExport) => {
    change((before) => before.map((each) => (each.id === id ? { ...each, notified: true } : each)));
    if (hasFile(progress)) {
      notify('shell.exports.ready', { type: 'success', messageArgs: { title } });
      if (startedHere.current.delete(id)) void act('download', id);
    } else if (progress?.state === JOB.failed) {
      const reason = progress.message || translate('shell.exports.standing.failed');
      notify('shell.exports.failed', { type: 'error', messageArgs: { title, why: reason } });
    }
  };
  // After each render: the exports that the server no longer has, and those that have ended, also during a reload.
  useEffect(() => {
    list.forEach((entry, at) => {
      const error = answers[at]?.error;
      if (error instanceof ApiError && GONE_ERRORS.includes(error.code)) dismiss(entry.id);
      else if (!entry.notified && !isRunning(entry.progress)) end(entry);
    });
  });

  const exports = useMemo(
    () => ({
      follow: (id: Identifier, title: string) => {
        startedHere.current.add(id);
        change((before) => addTracked(before, { id, title }));
      },
    }),
    [change],
  );
  return (
    <ExportsContext value={exports}>
      <ExportListContext value={{ list, act, dismiss }}>{children}</ExportListContext>
    </ExportsContext>
  );
};

type ChangeExports = (change: (list: readonly ExportRef[]) => ExportRef[]) => void;

/**
 * Returns the exports that the operator follows in this window, and a function to change them. They survive a reload.
 */
const useTracked = (): [readonly ExportRef[], ChangeExports] => {
  const key = `exports.${useAccess().oper.id}`;
  const store = useStoreContext();
  const [storedList] = useStore<unknown>(key);
  // Read the store itself: two exports may end between two renders.
  const change: ChangeExports = useCallback(
    (next) => store.setItem(key, next(readTracked(store.getItem(key)))),
    [store, key],
  );
  return [readTracked(storedList), change];
};

interface ExportRef {
  readonly id: Identifier;
  readonly title: string;
  /** The operator was notified of its end. */
  readonly notified?: boolean;
}

/** Progress of an export as the server reports it. */
interface ExportProgress {
  readonly state: number;
  /** Number of rows; null until they are counted. */
  readonly total: number | null;
  readonly done: number;
  readonly message: string | null;
}

/** Limit of the followed exports; the oldest is dropped. */
export const MAX_TRACKED = 20;

/** Parses the stored list, which may come from another version. */
export const readTracked = (storedList: unknown): ExportRef[] =>
  (Array.isArray(storedList) ? storedList : []).filter(
    (entry: Partial<ExportRef> | null): entry is ExportRef =>
      ['number', 'string'].includes(typeof entry?.id) && typeof entry?.title === 'string',
  );

/** Puts an export first, and drops the oldest above the limit. */
export const addTracked = (list: readonly ExportRef[], entry: ExportRef): ExportRef[] =>
  [entry, ...list.filter(({ id }) => id !== entry.id)].slice(0, MAX_TRACKED);

/** True if the server still works on it, or its state is unknown. */
export const isRunning = (progress: Pick<ExportProgress, 'state'> | undefined): boolean =>
  progress === undefined || progress.state === JOB.waiting || progress.state === JOB.running;

export const hasFile = (progress: Pick<ExportProgress, 'state'> | undefined): boolean =>
  progress?.state === JOB.done || progress?.state === JOB.doneWithErrors;

/** Percent of the rows written; undefined before they are counted or the export has started. */
export const percentOf = ({ state, total, done }: ExportProgress): number | undefined =>
  total && state !== JOB.waiting ? Math.min(100, Math.round((100 * done) / total)) : undefined;

/** State of an export, as a key of the messages under `shell.exports.standing`. */
export const exportState = (progress: ExportProgress | undefined) => {
  if (!progress || progress.state === JOB.waiting) return 'waiting';
  if (progress.state === JOB.running) return progress.total ? 'counted' : 'running';
  if (progress.state === JOB.failed) return 'failed';
  return hasFile(progress) ? 'done' : 'cancelled';
};
