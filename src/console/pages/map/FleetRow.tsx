import { Box, Typography } from '@mui/material';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { type FleetStore, StateIcon, useDevice, useStateName } from '../../maps';
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

/** Worst alarm, and what is unusual otherwise. */
const AlarmFacts = ({ device, alarm }: { device: LiveDevice; alarm: WorstAlarm | undefined }) => {
  const oddFacts = joined(useOddFacts(device));
  return (
    <>
      <AlarmWords alarms={device.alarms} alarm={alarm} />
      {oddFacts && ` · ${oddFacts}`}
    </>
  );
};
