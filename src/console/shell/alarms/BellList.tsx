import { Skeleton, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { useDeclaredSort } from '../../app';
import { ALARMS } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { ActionProvider } from '../../operations';
import { AlarmList, LINE } from './AlarmLine';
import { OPEN_ALARMS } from './AlarmProvider';
import type { OpenAlarm } from './unseenAlarms';

/** Limit of the lines. */
const LINES = 24;
/** Limit of the alarms read: taken ones move to the end of the order, and stay in the lines that have them. */
const MAX_READ = 100;

/** Open alarms at the bell, the worst first. */
export const BellList = ({ onGo }: { readonly onGo: () => void }) => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<OpenAlarm>(ALARMS, {
    filter: OPEN_ALARMS,
    sort: useDeclaredSort(ALARMS),
    pagination: { page: 1, perPage: MAX_READ },
  });
  if (error && !data) {
    return <RetryAlert error={error} onRetry={() => refetch()} sx={{ mx: 2, mb: 2 }} />;
  }
  if (!data) return <Skeleton variant="rounded" height={LINE * 8} sx={{ mx: 2, mb: 2 }} />;
  if (data.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
        {translate('shell.alarms.none')}
      </Typography>
    );
  }
  return (
    <ActionProvider>
      <AlarmList alarms={data} limit={LINES} onGo={onGo} />
    </ActionProvider>
  );
};
