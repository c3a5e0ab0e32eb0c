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

/** Worst alarm of a lock, the numbers of others, and its age or who has taken it. */
export const AlarmWords = (props: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const now = useNow();
  const { alarm } = props;
  const age = alarm && shortAge(alarmTime(alarm), now, locale);
  const name = alarm?.taken_by;
  return (
    <>
      <AlarmKind {...props} />
      {alarm && ` · ${name ? translate('shell.alarms.takenBy', { name }) : age}`}
    </>
  );
};

/**
 * Worst alarm of a lock by its name in the colour of its severity, grey once it is taken; how many are like it, and the
 * numbers of others and of taken ones.
 */
export const AlarmKind = ({ alarms, alarm }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const kind = alarm && choiceLabel(alarmKind, alarm.police_type);
  const severity = alarm && severityOf(alarm);
  const grade = severity && choiceLabel(alarmSeverity, severity);
  const tone = (severity && alarmSeverity.tones[severity]) ?? 'error';
  const isTaken = Boolean(alarm?.taken_by);
  const alike = alarm?.alike ?? alarms;
  // If the worst is taken, all others are taken too.
  const takenCount = isTaken ? 0 : (alarm?.taken ?? 0);
  const otherCount = alarms - alike - takenCount;
  return (
    <>
      <Box
        component="span"
        sx={{
          color: isTaken ? 'text.secondary' : ({ palette }) => inkOf(palette, tone),
          fontWeight: 500,
        }}
      >
        <span role="img" aria-label={grade && text(grade)}>
          <StateSign tone={tone} />
        </span>{' '}
        {kind ? text(kind) : translate('shell.alarms.open', { smart_count: alarms })}
        {kind && alike > 1 && ` ×${alike}`}
      </Box>
      {otherCount > 0 && ` +${otherCount}`}
      {takenCount > 0 && ` · ${translate('shell.alarms.taken', { smart_count: takenCount })}`}
    </>
  );
};
