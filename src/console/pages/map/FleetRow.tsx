import { Box, Typography } from '@mui/material';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { useEntityByName } from '../../app';
import { type FleetStore, StateIcon, useDevice, useStateName } from '../../maps';
import { lowBatteryOf } from '../fleetCounts';
import { AlarmWords } from './AlarmWords';
import { ROW_HEIGHT } from './fleetRows';
import type { WorstAlarm } from './worstAlarms';

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
  const { device_name, status } = device;
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
          <LockFacts device={device} alarm={alarm} />
        </Typography>
      </Box>
    </Box>
  );
});

/** Worst alarm, else the state; and what is unusual about the lock. */
const LockFacts = ({ device, alarm }: { device: LiveDevice; alarm: WorstAlarm | undefined }) => {
  const translate = useTranslate();
  const nameOf = useStateName();
  const low = lowBatteryOf(useEntityByName('device'));
  const { status, communicate_status: link, electric, lat, alarms } = device;
  const state = alarms === 0 && [
    nameOf(status),
    link === COMMUNICATE_STATUS.offline && translate('pages.map.offline'),
    link === COMMUNICATE_STATUS.asleep && translate('pages.map.asleep'),
  ];
  const facts = [
    ...(state || []),
    electric !== null && electric <= low && `${electric}%`,
    lat === null && translate('pages.map.list.nowhere'),
  ].filter(Boolean);
  const text = facts.join(' · ');
  if (alarms === 0) return text;
  return (
    <AlarmWords alarms={alarms} alarm={alarm}>
      {text && ` · ${text}`}
    </AlarmWords>
  );
};
