import { Skeleton } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import type { DetailTab } from '../../../config';
import { useScreen } from '../parts/ScreenContext';
import type { Tab } from './detailTabs';
import { HistoryList } from './HistoryList';
import { RelatedOne } from './RelatedOne';
import { RelatedScreen } from './RelatedScreen';
import { RelatedThrough } from './RelatedThrough';

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
