import { Skeleton } from '@mui/material';
import type { RaRecord } from 'ra-core';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import type { DetailTab } from '../../../config';
import { useScreen } from '../parts/ScreenContext';
import type { Tab } from './detailTabs';
import { HistoryList } from './HistoryList';
import { RelatedScreen } from './RelatedScreen';

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
  return (
    <RelatedScreen entity={tab.other} their={tab.related.their} match={record[tab.related.our]} />
  );
};
