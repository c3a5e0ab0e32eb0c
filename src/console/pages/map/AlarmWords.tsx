import { Box } from '@mui/material';
import type { ReactNode } from 'react';
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

interface WordsProps extends Props {
  /** Further facts behind the age. */
  readonly children?: ReactNode;
}

/** Worst alarm of a lock, the numbers of others, and its age or who has taken it; its kind and its age are never cut. */
export const AlarmWords = ({ children, ...props }: WordsProps) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const now = useNow();
  const { alarm } = props;
  const age = alarm && shortAge(alarmTime(alarm), now, locale);
  const name = alarm?.taken_by;
  return (
    <Box component="span" sx={line}>
      <AlarmKind {...props} />
      {alarm && (
        <span className={name ? 'cut' : undefined}>
          {` · ${name ? translate('shell.alarms.takenBy', { name }) : age}`}
        </span>
      )}
      {children && <span className="cut">{children}</span>}
    </Box>
  );
};

const line = {
  display: 'flex',
  alignItems: 'baseline',
  overflow: 'hidden',
  // Spaces between the words are part of them.
  whiteSpace: 'pre',
  '& > *': { flex: 'none' },
  '& > .cut': { flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;

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
      {otherCount > 0 && <OtherCount count={otherCount} />}
      {takenCount > 0 && (
        <span className="cut">
          {` · ${translate('shell.alarms.taken', { smart_count: takenCount })}`}
        </span>
      )}
    </>
  );
};

const OtherCount = ({ count }: { readonly count: number }) => {
  const label = useTranslate()('shell.alarms.others', { smart_count: count });
  return (
    <span role="img" aria-label={label} title={label}>
      {` +${count}`}
    </span>
  );
};
