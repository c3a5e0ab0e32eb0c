import { Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { memo, useMemo } from 'react';
import type { Field } from '../../../../config';
import { useReaderLocale, useText } from '../../../../fields/controls/useText';
import { TimeLine } from '../../../charts';
import { useDeclared } from '../../fleet/useDeclared';
import { gapOf, timeLineOf } from './timeLineOf';
import type { Telemetry } from './useTelemetry';

/** What is drawn, from top to bottom. */
const NAMES = ['electric', 'voltage', 'temperature', 'speed'] as const;

/** Up to here the server counts; one more means "more". */
const COUNTED = 10_000;

/** A percentage is seen against all of it. */
const PERCENT = { min: 0, max: 100 };

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
          const field: Field & { readonly unit?: string } = entity?.fields[name];
          return (
            <TimeLine
              key={name}
              label={field ? text(field.label) : name}
              unit={field?.kind === 'battery' ? '%' : (field?.unit ?? '')}
              points={points}
              from={from}
              to={to}
              {...(field?.kind === 'battery' && PERCENT)}
            />
          );
        })}
    </>
  );
});
