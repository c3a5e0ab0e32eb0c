import { useQueryClient } from '@tanstack/react-query';
import { type Identifier, useDataProvider, useNotify, useTranslate } from 'ra-core';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react';
import { JOB } from '../../../domain/job';
import { type ConsoleDataProvider, ExportsContext, isFile, saveFile } from '../../data';
import { hasFile, withFollowed, withoutFollowed, withTold } from './followed';
import { useEnded } from './useEnded';
import { useFollowed } from './useFollowed';
import { EXPORTS, type FollowedExport, useProgress } from './useProgress';

/** What the top bar shows of exports, and what can be done with one. */
export interface ExportList {
  readonly list: readonly FollowedExport[];
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
  const [followed, change] = useFollowed();
  const startedHere = useRef(new Set<Identifier>());
  const dismiss = useCallback(
    (id: Identifier) => change((before) => withoutFollowed(before, id)),
    [change],
  );
  const list = useProgress(followed, dismiss);

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
    change((before) => withTold(before, id));
    if (hasFile(progress)) {
      notify('shell.exports.ready', { type: 'success', messageArgs: { title } });
      if (startedHere.current.delete(id)) void act('download', id);
    } else if (progress?.state === JOB.failed) {
      const why = progress.message || translate('shell.exports.standing.failed');
      notify('shell.exports.failed', { type: 'error', messageArgs: { title, why } });
    }
  });

  const exports = useMemo(
    () => ({
      follow: (id: Identifier, title: string) => {
        startedHere.current.add(id);
        change((before) => withFollowed(before, { id, title }));
      },
    }),
    [change],
  );
  const shown = useMemo(() => ({ list, act, dismiss }), [list, act, dismiss]);
  return (
    <ExportsContext value={exports}>
      <ExportListContext value={shown}>{children}</ExportListContext>
    </ExportsContext>
  );
};
