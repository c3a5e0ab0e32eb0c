import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { alarmKind, alarmSeverity, alarmTime, severityOf } from '../../../domain/alarm';
import { shortAge } from '../../../domain/figures';
import { choiceLabel } from '../../../domain/label';
import { useNow, useReaderLocale, useText } from '../../../fields/views/reader';
import { inkOf, StateSign } from '../../../fields/views/states';
import type { WorstAlarm } from './worstAlarms';

interface Props {
  readonly alarms: number;
  /** The worst of them; undefined if it was not read. */
  readonly alarm: WorstAlarm | undefined;
}

/** Worst alarm by its name in the colour of its severity, the number of others, and its age or who has taken it. */
export const AlarmWords = ({ alarms, alarm }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const now = useNow();
  const kind = alarm && choiceLabel(alarmKind, alarm.police_type);
  const tone = (alarm && alarmSeverity.tones[severityOf(alarm)]) ?? 'error';
  return (
    <>
      <Box
        component="span"
        sx={{
          color: alarm?.taken_by ? 'text.secondary' : ({ palette }) => inkOf(palette, tone),
          fontWeight: 500,
        }}
      >
        <StateSign tone={tone} />{' '}
        {kind ? text(kind) : translate('shell.alarms.open', { smart_count: alarms })}
      </Box>
      {alarm && alarms > 1 && ` +${alarms - 1}`}
      {alarm &&
        ` · ${
          alarm.taken_by
            ? translate('shell.alarms.takenBy', { name: alarm.taken_by })
            : shortAge(alarmTime(alarm), now, locale)
        }`}
    </>
  );
};
