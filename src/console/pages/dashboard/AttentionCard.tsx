import { Box, Skeleton, Typography } from '@mui/material';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import {
  type AlarmKind,
  type AlarmSeverity,
  alarmKind,
  alarmSeverity,
  alarmTime,
  CRITICAL,
  severityOf,
} from '../../../domain/alarm';
import { choiceLabel, lookOf } from '../../../domain/label';
import { TimeCell } from '../../../fields/views/cells';
import { useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { type ListAddress, recordAddress } from '../../app';
import { ALARMS, useCanRead, useLiveDevice } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { isCountUnsupported, isForbidden } from './figures';
import { PanelCard, QuietText, retryOf, useCounts } from './PanelCard';
import { Figure, Figures, LinkBox } from './parts';

interface OpenAlarm extends RaRecord {
  readonly sn: string;
  readonly police_type: AlarmKind;
  /** A server may omit it. */
  readonly severity?: AlarmSeverity | null;
  readonly create_time: number;
  /** Time of receipt, epoch ms. A server may omit it. */
  readonly raise_time?: number | null;
  readonly taken_by?: string | null;
  readonly place_name?: string | null;
}

const ROWS = 6;

/** Height of a row, px. */
const ROW = 45;

const OPEN = { state: [0] };
const UNTAKEN = { ...OPEN, handler_id: 0 };
export const OPEN_BY_SEVERITY = { by: 'severity', filter: OPEN };
const UNTAKEN_BY_STATE = { by: 'state', filter: UNTAKEN };
const WORST_FIRST = { field: 'severity,raise_time', order: 'ASC,DESC' as 'ASC' };

export const AttentionCard = ({ addressOf }: { readonly addressOf: ListAddress }) => {
  const translate = useTranslate();
  const readable = useCanRead(ALARMS);
  const { data, isPending, error, refetch } = useGetList<OpenAlarm>(
    ALARMS,
    { filter: OPEN, pagination: { page: 1, perPage: ROWS }, sort: WORST_FIRST },
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
        {data?.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} list={addressOf(ALARMS)} />
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
  gridTemplateColumns: '12px minmax(0, 1fr) auto',
  columnGap: 1.25,
  alignItems: 'center',
  minHeight: ROW - 1,
  px: 2,
  '&:focus-visible': { outlineOffset: '-2px !important' },
} as const;

const separated = { borderTop: 1, borderColor: 'divider' } as const;

/** Alarm in two lines: kind and age; lock, place, and the operator who has taken it. It opens its detail. */
const AlarmRow = ({ alarm, list }: { alarm: OpenAlarm; list: string | undefined }) => {
  const text = useText();
  const { sn, police_type, taken_by, place_name } = alarm;
  const severity = severityOf(alarm);
  const name = useLiveDevice(sn)?.device_name;
  const kind = choiceLabel(alarmKind, police_type);
  const grade = choiceLabel(alarmSeverity, severity);
  return (
    <Box component="li" sx={separated}>
      <LinkBox to={list && recordAddress(list, alarm.id)} sx={line}>
        <Box component="span" role="img" aria-label={grade && text(grade)} sx={{ lineHeight: 0 }}>
          <StateSign tone={lookOf(alarmSeverity, severity)?.tone ?? 'error'} coloured />
        </Box>
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography
            component="span"
            variant="body2"
            noWrap
            sx={{ display: 'block', fontWeight: 500, lineHeight: '18px' }}
          >
            {kind ? text(kind) : police_type}
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
      <Skeleton variant="rounded" width={10} height={10} />
      <Box>
        <Skeleton width="38%" height={18} />
        <Skeleton width="62%" height={16} />
      </Box>
      <Skeleton width={64} height={16} />
    </Box>
  </Box>
);
