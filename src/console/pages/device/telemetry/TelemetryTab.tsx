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
import { useState } from 'react';
import { TelemetryLines } from './TelemetryLines';
import { useTelemetry } from './useTelemetry';

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
