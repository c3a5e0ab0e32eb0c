import { Box, Typography } from '@mui/material';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { alarmKind, alarmSeverity } from '../../../domain/alarm';
import { relativeTime } from '../../../domain/figures';
import { choiceLabel } from '../../../domain/label';
import type { LiveDevice } from '../../../domain/live';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { useNow, useReaderLocale, useText } from '../../../fields/views/reader';
import { inkOf, StateSign } from '../../../fields/views/states';
import { type FleetStore, StateIcon, useDevice, useStateName } from '../../maps';
import { ROW_HEIGHT } from './fleetRows';
import { severityOfAlarm, type WorstAlarm } from './worstAlarms';

interface Props {
  readonly id: string;
  readonly sn: string;
  readonly store: FleetStore;
  /** Worst open alarm; undefined if it was not read. */
  readonly alarm: WorstAlarm | undefined;
  readonly start: number;
  readonly place: number;
  readonly of: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly onChoose: (sn: string) => void;
  readonly onPoint: (sn: string | null) => void;
}

/** Lock in the list beside the map: its name and SN; below them its worst alarm, or its state. */
export const FleetRow = memo(({ id, sn, store, alarm, start, place, of, ...row }: Props) => {
  const { selected, active, onChoose, onPoint } = row;
  const device = useDevice(store, sn);
  if (!device) return null;
  const { device_name, status, alarms } = device;
  return (
    <Box
      id={id}
      // The list itself takes the keys and refers to the active row.
      role="option"
      aria-selected={selected}
      aria-setsize={of}
      aria-posinset={place}
      onClick={() => onChoose(sn)}
      onMouseEnter={() => onPoint(sn)}
      sx={{
        position: 'absolute',
        top: 0,
        left: 0,
        width: '100%',
        height: ROW_HEIGHT,
        px: 2,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        cursor: 'pointer',
        bgcolor: selected ? 'action.selected' : 'transparent',
        ...(active && { '[role=listbox]:focus-visible &': { bgcolor: 'action.focus' } }),
        '&:hover': { bgcolor: selected ? 'action.selected' : 'action.hover' },
      }}
      style={{ transform: `translateY(${start}px)` }}
    >
      <StateIcon status={status} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 600, flex: 1 }}>
            {device_name || sn}
          </Typography>
          {device_name && (
            <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
              {sn}
            </Box>
          )}
        </Box>
        <Typography
          variant="body2"
          noWrap
          component="div"
          sx={{ color: 'text.secondary', fontSize: 13 }}
        >
          {alarms > 0 ? <AlarmFacts device={device} alarm={alarm} /> : <StateFacts {...device} />}
        </Typography>
      </Box>
    </Box>
  );
});

/** Battery charge up to which it is worth a word, percent. */
const LOW = 20;

const joined = (facts: readonly (string | false)[]) => facts.filter(Boolean).join(' · ');

/** Returns what is unusual about any lock. */
const useOddFacts = ({ electric, lat }: Pick<LiveDevice, 'electric' | 'lat'>) => {
  const translate = useTranslate();
  return [
    electric !== null && electric <= LOW && `${electric}%`,
    lat === null && translate('pages.map.list.nowhere'),
  ];
};

const StateFacts = (device: LiveDevice) => {
  const translate = useTranslate();
  const nameOf = useStateName();
  const oddFacts = useOddFacts(device);
  const { status, communicate_status } = device;
  return joined([
    nameOf(status),
    communicate_status === COMMUNICATE_STATUS.offline && translate('pages.map.offline'),
    communicate_status === COMMUNICATE_STATUS.asleep && translate('pages.map.asleep'),
    ...oddFacts,
  ]);
};

interface AlarmProps {
  readonly device: LiveDevice;
  readonly alarm: WorstAlarm | undefined;
}

/** Worst alarm by its name in the colour of its severity, the number of others, and its age or who has taken it. */
const AlarmFacts = ({ device, alarm }: AlarmProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const now = useNow();
  const oddFacts = useOddFacts(device);
  const kind = alarm && choiceLabel(alarmKind, alarm.police_type);
  const tone = (alarm && alarmSeverity.tones[severityOfAlarm(alarm)]) ?? 'error';
  const unknown = translate('maps.mirror.alarms', { smart_count: device.alarms });
  const name = kind ? text(kind) : unknown;
  return (
    <>
      <Box
        component="span"
        sx={{
          color: alarm?.taken_by ? 'text.secondary' : ({ palette }) => inkOf(palette, tone),
          fontWeight: 500,
        }}
      >
        <StateSign tone={tone} /> {name}
      </Box>
      {alarm && device.alarms > 1 && ` +${device.alarms - 1}`}
      {alarm && ' · '}
      {alarm &&
        joined([
          alarm.taken_by
            ? translate('shell.alarms.takenBy', { name: alarm.taken_by })
            : relativeTime(alarm.create_time, now, locale),
          ...oddFacts,
        ])}
    </>
  );
};
