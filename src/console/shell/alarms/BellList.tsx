import { Box, Skeleton, Typography } from '@mui/material';
import { type ComponentProps, useMemo, useRef } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { compareAlarms } from '../../../domain/openAlarm';
import { useDeclaredSort } from '../../app';
import { useHeldRows, WaitingRows } from '../../app/heldRows';
import { ALARMS, useCanRead } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { ActionProvider } from '../../operations';
import { BarWindowHead } from '../BarButton';
import { AlarmList, LINE } from './AlarmLine';
import { OPEN_ALARMS } from './AlarmProvider';
import { useBellMessages } from './bellMessages';
import { MessageList } from './MessageList';
import type { OpenAlarm } from './unseenAlarms';

/** Limit of the lines. */
const LINES = 24;

interface Props {
  readonly onGo: () => void;
}

interface BellProps extends Props {
  /** Head of the alarms, which follows the messages. */
  readonly alarms: Pick<ComponentProps<typeof BarWindowHead>, 'title' | 'all'>;
}

/** Unread messages, and below them the open alarms, the worst first. */
export const BellList = ({ alarms, onGo }: BellProps) => {
  const hasAlarms = useCanRead(ALARMS);
  const { messages } = useBellMessages();
  return (
    <>
      <MessageList onGo={onGo} />
      {hasAlarms && messages.length > 0 && <BarWindowHead {...alarms} onGo={onGo} />}
      {hasAlarms && <OpenAlarms onGo={onGo} />}
    </>
  );
};

const OpenAlarms = ({ onGo }: Props) => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<OpenAlarm>(ALARMS, {
    filter: OPEN_ALARMS,
    sort: useDeclaredSort(ALARMS),
    pagination: { page: 1, perPage: LINES },
  });
  const area = useRef<HTMLDivElement>(null);
  // A server may ignore the order.
  const latest = useMemo(() => data && [...data].sort(compareAlarms), [data]);
  const heldRows = useHeldRows({ resource: ALARMS, question: 'bell', latest, area });
  if (error && !data) {
    return <RetryAlert error={error} onRetry={() => refetch()} sx={{ mx: 2, mb: 2 }} />;
  }
  if (!heldRows.rows) return <Skeleton variant="rounded" height={LINE * 8} sx={{ mx: 2, mb: 2 }} />;
  if (heldRows.rows.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
        {translate('shell.alarms.none')}
      </Typography>
    );
  }
  return (
    <ActionProvider>
      <Box ref={area}>
        <AlarmList alarms={heldRows.rows} onGo={onGo} />
      </Box>
      <WaitingRows {...heldRows} sx={newAlarms} />
    </ActionProvider>
  );
};

/** Below the lines, which stay where they are when it appears. */
const newAlarms = {
  position: 'sticky',
  bottom: 0,
  width: 1,
  minHeight: LINE,
  borderRadius: 0,
  bgcolor: 'raised',
  '&:hover': { bgcolor: 'raised' },
} as const;
