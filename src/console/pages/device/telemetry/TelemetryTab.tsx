import {
  Alert,
  Box,
  Button,
  Skeleton,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { memo, useMemo, useState } from 'react';
import type { Field } from '../../../../config';
import { schemaOf } from '../../../../fields';
import { useReaderLocale, useText } from '../../../../fields/reader';
import { TimeLine } from '../../../look/charts';
import { useDeclared } from '../../values';
import { gapOf, type Telemetry, timeLineOf, useTelemetry } from './telemetry';

const DAY = 86_400_000;
const periods = { day: DAY, week: 7 * DAY, month: 30 * DAY } as const;
type Period = keyof typeof periods;

/** What a lock measured over the last day, week or month. */
export const TelemetryTab = ({ record }: { readonly record: RaRecord }) => {
  const translate = useTranslate();
  const [period, setPeriod] = useState<Period>('day');
  const { data, error, refetch } = useTelemetry(String(record.sn), periods[period]);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={period}
        aria-label={translate('device.telemetry.period')}
        onChange={(_, next: Period | null) => next && setPeriod(next)}
      >
        {(Object.keys(periods) as Period[]).map((name) => (
          <ToggleButton key={name} value={name}>
            {translate(`device.telemetry.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && !data && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => refetch()}>
              {translate('device.telemetry.retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {!data && !error && <Skeleton variant="rounded" height={360} />}
      {data?.rows.length === 0 && (
        <Typography color="textSecondary">{translate('device.telemetry.empty')}</Typography>
      )}
      {data && data.rows.length > 0 && <TelemetryLines telemetry={data} />}
    </Box>
  );
};

/** What is drawn, from top to bottom. */
const NAMES = ['electric', 'voltage', 'temperature', 'speed'] as const;

/** Up to here the server counts; one more means "more". */
const COUNTED = 10_000;

/** The measured values of a lock, one line each; not drawn again when only the lock's state changed. */
export const TelemetryLines = memo(({ telemetry }: { readonly telemetry: Telemetry }) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const entity = useDeclared('deviceLocationRecord');
  const { rows, total, step, from, to } = telemetry;
  const lines = useMemo(() => {
    const gap = gapOf(
      rows.map(({ create_time }) => create_time),
      step,
    );
    return NAMES.map((name) => ({ name, points: timeLineOf(rows, name, gap) }));
  }, [rows, step]);
  const said = {
    shown: rows.length.toLocaleString(locale),
    total: Math.min(total, COUNTED).toLocaleString(locale),
    smart_count: rows.length,
  };
  const note = step === null ? 'reports' : total > COUNTED ? 'thinnedMany' : 'thinned';
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {translate(`device.telemetry.${note}`, said)}
      </Typography>
      {lines
        .filter(({ points }) => points.length > 0)
        .map(({ name, points }) => {
          const field: Field | undefined = entity?.fields[name];
          const { unit = '', ...range } = (field && schemaOf(field).scale?.(field)) ?? {};
          return (
            <TimeLine
              key={name}
              label={field ? text(field.label) : name}
              unit={unit}
              points={points}
              from={from}
              to={to}
              {...range}
            />
          );
        })}
    </>
  );
});
