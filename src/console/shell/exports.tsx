import { useQueries, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
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
import { type ConsoleDataProvider, ExportsContext, isFile, saveFile, useAccess } from '../data';

/** What the top bar shows of exports, and what can be done with one. */
interface ExportList {
  readonly list: readonly TrackedExport[];
  act(code: 'download' | 'cancel', id: Identifier): Promise<void>;
  /** Takes it off the list; the server keeps it. */
  dismiss(id: Identifier): void;
}

const ExportListContext = createContext<ExportList | null>(null);

export const useExportList = (): ExportList => {
  const list = useContext(ExportListContext);
  if (!list) throw new Error('Exports are listed inside of the layout only');
  return list;
};

/**
 * Follows exports that run on the server, over a reload too. The file of one that was started on this page is saved
 * as soon as it is there: that is what the button promised.
 */
export const ExportsProvider = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const [tracked, change] = useTracked();
  const startedHere = useRef(new Set<Identifier>());
  const dismiss = useCallback(
    (id: Identifier) => change((before) => removeTracked(before, id)),
    [change],
  );
  const list = useProgress(tracked, dismiss);

  const act = useCallback(
    async (code: 'download' | 'cancel', id: Identifier) => {
      try {
        const answer = await dataProvider.action(EXPORTS, code, [id]);
        if (isFile(answer)) saveFile(answer);
        else await queryClient.invalidateQueries({ queryKey: [EXPORTS] });
      } catch (error) {
        notify(error instanceof Error ? error.message : 'data.hasError', { type: 'error' });
      }
    },
    [dataProvider, queryClient, notify],
  );

  useEnded(list, ({ id, title, progress }) => {
    change((before) => markNotified(before, id));
    if (hasFile(progress)) {
      notify('shell.exports.ready', { type: 'success', messageArgs: { title } });
      if (startedHere.current.delete(id)) void act('download', id);
    } else if (progress?.state === JOB.failed) {
      const reason = progress.message || translate('shell.exports.standing.failed');
      notify('shell.exports.failed', { type: 'error', messageArgs: { title, why: reason } });
    }
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
  const contextValue = useMemo(() => ({ list, act, dismiss }), [list, act, dismiss]);
  return (
    <ExportsContext value={exports}>
      <ExportListContext value={contextValue}>{children}</ExportListContext>
    </ExportsContext>
  );
};

type Change = (change: (list: readonly ExportRef[]) => ExportRef[]) => void;

const NONE: readonly ExportRef[] = [];

/** The exports this operator follows in this window; a reload keeps them. */
const useTracked = (): [readonly ExportRef[], Change] => {
  const key = `exports.${useAccess().oper.id}`;
  const store = useStoreContext();
  const [storedList] = useStore<unknown>(key, NONE);
  const tracked = useMemo(() => readTracked(storedList), [storedList]);
  // From the store itself: two may end between two drawings.
  const change: Change = useCallback(
    (next) => store.setItem(key, next(readTracked(store.getItem(key)))),
    [store, key],
  );
  return [tracked, change];
};

/** The entity whose records are the jobs. */
export const EXPORTS = 'exportJob';

/** Between two questions, ms; only while something runs. */
const EVERY = 2_000;

const GONE_ERRORS = ['notFound', 'noPermission'];

export interface TrackedExport extends ExportRef {
  /** Undefined before the first answer. */
  readonly progress: ExportProgress | undefined;
}

/**
 * How far exports are.
 * @param onGone called for one that the server no longer has; a stable function
 */
const useProgress = (
  tracked: readonly ExportRef[],
  onGone: (id: ExportRef['id']) => void,
): TrackedExport[] => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const answers = useQueries({
    queries: tracked.map(({ id }) => ({
      queryKey: [EXPORTS, 'progress', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data } = await dataProvider.getOne(EXPORTS, { id, signal });
        return data as unknown as ExportProgress;
      },
      refetchInterval: ({ state }: { state: { data?: ExportProgress | undefined } }) =>
        isRunning(state.data) && EVERY,
      // Somebody who works in another window wants the file all the same.
      refetchIntervalInBackground: true,
      staleTime: EVERY,
    })),
  });
  const goneExports = tracked.filter((_, at) => {
    const error = answers[at]?.error;
    return error instanceof ApiError && GONE_ERRORS.includes(error.code);
  });
  const goneIds = goneExports.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids say which these are
  useEffect(() => {
    for (const { id } of goneExports) onGone(id);
  }, [goneIds, onGone]);
  return tracked.map((entry, at) => ({ ...entry, progress: answers[at]?.data }));
};

/** Calls `onEnded` once for every export that has ended, also during a reload. */
const useEnded = (
  list: readonly TrackedExport[],
  onEnded: (endedExport: TrackedExport) => void,
): void => {
  const notify = useEffectEvent(onEnded);
  useEffect(() => {
    for (const entry of list) if (!entry.notified && !isRunning(entry.progress)) notify(entry);
  }, [list]);
};

/** Export that the operator follows. */
interface ExportRef {
  readonly id: Identifier;
  readonly title: string;
  /** The operator was notified of its end. */
  readonly notified?: boolean;
}

/** What the server says of it. */
interface ExportProgress {
  readonly state: number;
  /** Rows in all; null while they are not counted yet. */
  readonly total: number | null;
  readonly done: number;
  /** Why it failed. */
  readonly message: string | null;
}

/** More lines than this are no overview; the oldest goes. */
export const MAX_TRACKED = 20;

/** Parses the stored list, which may come from another version. */
export const readTracked = (storedList: unknown): ExportRef[] =>
  (Array.isArray(storedList) ? storedList : []).filter(
    (entry: Partial<ExportRef> | null): entry is ExportRef =>
      ['number', 'string'].includes(typeof entry?.id) && typeof entry?.title === 'string',
  );

/** The newest first. */
export const addTracked = (list: readonly ExportRef[], entry: ExportRef): ExportRef[] =>
  [entry, ...list.filter(({ id }) => id !== entry.id)].slice(0, MAX_TRACKED);

export const removeTracked = (list: readonly ExportRef[], id: Identifier): ExportRef[] =>
  list.filter((entry) => entry.id !== id);

export const markNotified = (list: readonly ExportRef[], id: Identifier): ExportRef[] =>
  list.map((entry) => (entry.id === id ? { ...entry, notified: true } : entry));

/** Whether the server still works on it; what is not known yet is taken for that. */
export const isRunning = (progress: Pick<ExportProgress, 'state'> | undefined): boolean =>
  progress === undefined || progress.state === JOB.waiting || progress.state === JOB.running;

/** True if it has a file to download. */
export const hasFile = (progress: Pick<ExportProgress, 'state'> | undefined): boolean =>
  progress?.state === JOB.done || progress?.state === JOB.doneWithErrors;

/** Percent of the rows that are written; undefined while nobody knows how many there are, or none is begun. */
export const percentOf = ({ state, total, done }: ExportProgress): number | undefined =>
  total && state !== JOB.waiting ? Math.min(100, Math.round((100 * done) / total)) : undefined;

/** State of an export, as a key of the messages under `shell.exports.standing`. */
export const exportState = (progress: ExportProgress | undefined) => {
  if (!progress || progress.state === JOB.waiting) return 'waiting';
  if (progress.state === JOB.running) return progress.total ? 'counted' : 'running';
  if (progress.state === JOB.failed) return 'failed';
  return hasFile(progress) ? 'done' : 'cancelled';
};
