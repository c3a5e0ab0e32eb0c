import { Box, Skeleton, Typography } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { alarmSeverity, alarmTime, CRITICAL } from '../../../domain/alarm';
import { lookOf } from '../../../domain/label';
import { worstBySn } from '../../../domain/openAlarm';
import { TimeCell } from '../../../fields/views/cells';
import { useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { type ListAddress, recordAddress, useDeclaredSort } from '../../app';
import { ALARMS, lockFilter, useCanRead, useLiveDevice } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { AlarmKind } from '../map/AlarmWords';
import type { AlarmRecord, WorstAlarm } from '../map/worstAlarms';
import { isCountUnsupported, isForbidden } from './figures';
import { PanelCard, QuietText, retryOf, useCounts } from './PanelCard';
import { Figure, Figures, LinkBox } from './parts';

const ROWS = 6;

/** Limit of the alarms read for these rows. */
const MAX_READ = 100;

/** Height of a row, px. */
const ROW = 45;

const OPEN = { state: [0] };
const UNTAKEN = { ...OPEN, handler_id: 0 };
export const OPEN_BY_SEVERITY = { by: 'severity', filter: OPEN };
const UNTAKEN_BY_STATE = { by: 'state', filter: UNTAKEN };

export const AttentionCard = ({ addressOf }: { readonly addressOf: ListAddress }) => {
  const translate = useTranslate();
  const readable = useCanRead(ALARMS);
  const sort = useDeclaredSort(ALARMS);
  const { data, isPending, error, refetch } = useGetList<AlarmRecord>(
    ALARMS,
    { filter: OPEN, pagination: { page: 1, perPage: MAX_READ }, sort },
    { enabled: readable, refetchInterval: ({ state }) => retryOf(state.data?.data) },
  );
  if (!readable || isForbidden(error)) return null;
  return (
    <PanelCard title={translate('dashboard.alarms')} list={addressOf(ALARMS, OPEN)}>
      <BySeverity addressOf={addressOf} />
      {error && !data && (
        <RetryAlert error={error} onRetry={() => refetch()} sx={{ mx: 2, mb: 2 }} />
      )}
      {data?.length === 0 && (
        <Box sx={{ px: 2, pb: 2 }}>
          <QuietText>{translate('dashboard.noOpenAlarms')}</QuietText>
        </Box>
      )}
      <Box component="ol" aria-busy={isPending} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {isPending &&
          Array.from({ length: ROWS }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
            <RowSkeleton key={i} />
          ))}
        {[...worstBySn(data ?? []).values()].slice(0, ROWS).map((alarm) => (
          <AlarmRow key={alarm.sn} alarm={alarm} addressOf={addressOf} />
        ))}
      </Box>
    </PanelCard>
  );
};

const BySeverity = ({ addressOf }: { readonly addressOf: ListAddress }) => {
  const translate = useTranslate();
  const text = useText();
  const { data: open, error } = useCounts(ALARMS, OPEN_BY_SEVERITY);
  const { data: untaken } = useCounts(ALARMS, UNTAKEN_BY_STATE);
  if (isForbidden(error)) return null;
  return (
    <Box sx={{ px: 2, pb: 1 }}>
      {isCountUnsupported(error) ? (
        <QuietText>{translate('dashboard.notCounted')}</QuietText>
      ) : (
        <Figures columns={4}>
          {alarmSeverity.map(([severity, ...label]) => (
            <Figure
              key={severity}
              large
              value={
                open ? (open.groups.find(({ value }) => value === severity)?.count ?? 0) : null
              }
              label={text(label)}
              sign={<StateSign tone={lookOf(alarmSeverity, severity)?.tone ?? 'error'} coloured />}
              loud={severity === CRITICAL ? 'error' : undefined}
              to={addressOf(ALARMS, { ...OPEN, severity: [severity] })}
            />
          ))}
          <Figure
            large
            value={untaken ? untaken.groups.reduce((sum, { count }) => sum + count, 0) : null}
            label={translate('dashboard.untaken')}
            to={addressOf(ALARMS, UNTAKEN)}
          />
        </Figures>
      )}
    </Box>
  );
};

const line = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 1.25,
  alignItems: 'center',
  minHeight: ROW - 1,
  px: 2,
  '&:focus-visible': { outlineOffset: '-2px !important' },
} as const;

const separated = { borderTop: 1, borderColor: 'divider' } as const;

interface RowProps {
  readonly alarm: WorstAlarm;
  readonly addressOf: ListAddress;
}

/**
 * Alarms of a lock in two lines: the worst and its age; lock, place, and the operator who has taken it. It opens the
 * alarm, or the list of several.
 */
const AlarmRow = ({ alarm, addressOf }: RowProps) => {
  const { sn, taken_by, place_name, open } = alarm;
  const name = useLiveDevice(sn)?.device_name;
  const list = addressOf(ALARMS, open > 1 ? { ...lockFilter(sn), ...OPEN } : undefined);
  return (
    <Box component="li" sx={separated}>
      <LinkBox to={open > 1 ? list : list && recordAddress(list, alarm.id)} sx={line}>
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography
            component="span"
            variant="body2"
            noWrap
            sx={{ display: 'block', lineHeight: '18px' }}
          >
            <AlarmKind alarms={open} alarm={alarm} />
          </Typography>
          <Typography component="span" variant="caption" noWrap sx={beside}>
            {[name || sn, place_name].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Typography component="span" variant="caption" sx={{ ...beside, textAlign: 'right' }}>
          <TimeCell at={alarmTime(alarm)} relative />
          <Box component="span" sx={{ display: 'block' }}>
            {taken_by ?? '\u00a0'}
          </Box>
        </Typography>
      </LinkBox>
    </Box>
  );
};

const beside = { display: 'block', color: 'text.secondary' } as const;

const RowSkeleton = () => (
  <Box component="li" sx={separated}>
    <Box sx={line}>
      <Box>
        <Skeleton width="38%" height={18} />
        <Skeleton width="62%" height={16} />
      </Box>
      <Skeleton width={64} height={16} />
    </Box>
  </Box>
);
