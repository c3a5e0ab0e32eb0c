import { Skeleton } from '@mui/material';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import type { AnyEntity, Console, DetailTab, Related } from '../../../config';
import { readableEntities, useAccess } from '../../data';
import { useShell } from '../../shell';
import { useScreen } from '../screen';
import { HistoryList } from './history';
import { RelatedOne, RelatedScreen, RelatedThrough } from './related';

/** One tab of a detail besides that of the record's own fields. */
type Tab =
  | { readonly kind: 'own'; readonly key: string; readonly tab: DetailTab }
  | {
      readonly kind: 'related';
      readonly key: string;
      readonly related: Related<never>;
      readonly other: AnyEntity;
    }
  | { readonly kind: 'history'; readonly key: string; readonly log: AnyEntity };

/** The entity that keeps who did what. */
const LOG = 'operationLog';

/**
 * The tabs of an entity's detail: those of its own, the records that belong to it, and what was done with it.
 * @param readable entities whose records the operator may look at
 */
export const detailTabs = (
  entity: AnyEntity,
  { entities, tabs }: Console,
  readable: ReadonlySet<string>,
): Tab[] => {
  const named = (name: string) => entities.find((each) => each.name === name);
  const own = Object.entries(tabs[entity.name] ?? {}).map(
    ([key, tab]): Tab => ({ kind: 'own', key, tab }),
  );
  const related = (entity.related as readonly Related<never>[]).flatMap((each): Tab[] => {
    const other = named(each.entity);
    const isShown = !each.granted || readable.has(each.entity);
    return other && isShown
      ? [{ kind: 'related', key: each.code ?? each.entity, related: each, other }]
      : [];
  });
  const log = named(LOG);
  const knows = log && entity !== log && !entity.record && readable.has(LOG);
  return [
    ...own,
    ...related,
    ...(knows ? [{ kind: 'history' as const, key: 'history', log }] : []),
  ];
};

/** The tabs of an entity's detail that the operator may see. */
export const useDetailTabs = (entity: AnyEntity): Tab[] => {
  const { declared } = useShell();
  const access = useAccess();
  return useMemo(
    () => detailTabs(entity, declared, readableEntities(access, declared)),
    [entity, declared, access],
  );
};

const OwnTab = ({ tab, record }: { tab: DetailTab; record: RaRecord }) => {
  const Content = useMemo(
    () =>
      lazy(async () => ({
        default: (await tab.load()).Tab as ComponentType<{ record: RaRecord }>,
      })),
    [tab],
  );
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
      <Content record={record} />
    </Suspense>
  );
};

/** What a tab of a detail shows of a record. */
export const TabContent = ({ tab, record }: { tab: Tab; record: RaRecord }) => {
  const { entity } = useScreen();
  if (tab.kind === 'own') return <OwnTab tab={tab.tab} record={record} />;
  if (tab.kind === 'history') return <HistoryList entity={entity} log={tab.log} id={record.id} />;
  const { related, other } = tab;
  const shown = { entity: other, match: record[related.our], empty: related.empty };
  if (related.one) return <RelatedOne {...shown} their={related.their} />;
  if (related.through) return <RelatedThrough {...shown} through={related.through} />;
  return <RelatedScreen {...shown} their={related.their} only={related.only} />;
};
