import { Box, Skeleton, Typography } from '@mui/material';
import { type ComponentProps, useMemo, useRef } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../../config';
import { compareAlarms } from '../../../domain/openAlarm';
import { useDeclaredSort } from '../../app';
import { useEntityByName } from '../../app/AppContext';
import { type HeldRows, useHeldRows, WaitingRows } from '../../app/heldRows';
import { ALARMS, useCanRead } from '../../data';
import { groupRows } from '../../entity/list/state/groups';
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

/** Limit of the alarms read for these lines. */
const MAX_READ = 100;

interface Props {
  readonly onGo: () => void;
}

interface BellProps extends Props {
  /** Head of the alarms, which follows the messages. */
  readonly alarms: Pick<ComponentProps<typeof BarWindowHead>, 'title' | 'all'>;
}

/** Unread messages, and below them the open alarms, the worst first. Equal ones are one line. */
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
  const entity = useEntityByName(ALARMS);
  const {
    data,
    total = 0,
    error,
    refetch,
  } = useGetList<OpenAlarm>(ALARMS, {
    filter: OPEN_ALARMS,
    sort: useDeclaredSort(ALARMS),
    pagination: { page: 1, perPage: MAX_READ },
  });
  const area = useRef<HTMLDivElement>(null);
  // A server may ignore the order.
  const latest = useMemo(
    () => data && firstLines(entity, [...data].sort(compareAlarms)),
    [entity, data],
  );
  const heldRows = useHeldRows({ resource: ALARMS, question: 'bell', latest, area });
  const isCut = data !== undefined && data.length < total;
  const { rows, groups } = useMemo(
    () => groupLines(entity, heldRows, isCut),
    [entity, heldRows, isCut],
  );
  if (error && !data) {
    return <RetryAlert error={error} onRetry={() => refetch()} sx={{ mx: 2, mb: 2 }} />;
  }
  if (!rows) return <Skeleton variant="rounded" height={LINE * 8} sx={{ mx: 2, mb: 2 }} />;
  if (rows.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
        {translate('shell.alarms.none')}
      </Typography>
    );
  }
  return (
    <ActionProvider>
      <Box ref={area}>
        <AlarmList alarms={rows} groups={groups} onGo={onGo} />
      </Box>
      <WaitingRows {...heldRows} sx={newAlarms} />
    </ActionProvider>
  );
};

/** Returns the alarms of the first lines. */
const firstLines = (entity: AnyEntity | undefined, alarms: readonly OpenAlarm[]): OpenAlarm[] => {
  if (!entity) return alarms.slice(0, LINES);
  const { rows, groups } = groupRows(entity, alarms);
  return rows.slice(0, LINES).flatMap((row) => groups.get(row.id)?.records ?? [row]);
};

/** @param isCut if there are more alarms than were read */
const groupLines = (
  entity: AnyEntity | undefined,
  { rows, before }: HeldRows<OpenAlarm>,
  isCut: boolean,
) =>
  entity && rows
    ? groupRows(entity, rows, [], before, { first: false, last: isCut, byUrgency: true })
    : { rows, groups: undefined };

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
