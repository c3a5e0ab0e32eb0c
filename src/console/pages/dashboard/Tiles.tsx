import AllIcon from '@mui/icons-material/AllInbox';
import BatteryIcon from '@mui/icons-material/Battery2Bar';
import SealedIcon from '@mui/icons-material/Lock';
import UnsealedIcon from '@mui/icons-material/LockOpen';
import AlarmIcon from '@mui/icons-material/NotificationsActive';
import AbnormalIcon from '@mui/icons-material/ReportProblem';
import OnlineIcon from '@mui/icons-material/Wifi';
import OfflineIcon from '@mui/icons-material/WifiOff';
import { Box, type SvgIconProps } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import type { Tone } from '../../../domain/choices';
import { LOCK } from '../../../domain/lock';
import type { ListAddress } from '../../shell';
import type { FleetCounts } from '../fleet/fleetTally';
import { useDeclared } from '../fleet/useDeclared';
import { lowBatteryOf } from '../fleet/useFleetCounts';
import { Tile } from './Tile';

interface Figure {
  readonly name: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly tone: Tone;
  readonly count: (counts: FleetCounts) => number;
  readonly entity: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

const ONLINE = 1;
const OFFLINE = 0;
const UNPROCESSED = 0;

const figures = (lowBattery: number): Figure[] => [
  {
    name: 'all',
    icon: AllIcon,
    tone: 'default',
    count: ({ all }) => all,
    entity: 'device',
    filter: {},
  },
  {
    name: 'online',
    icon: OnlineIcon,
    tone: 'success',
    count: ({ online }) => online,
    entity: 'device',
    filter: { communicate_status: [ONLINE] },
  },
  {
    name: 'offline',
    icon: OfflineIcon,
    tone: 'default',
    count: ({ offline }) => offline,
    entity: 'device',
    filter: { communicate_status: [OFFLINE] },
  },
  {
    name: 'lowBattery',
    icon: BatteryIcon,
    tone: 'warning',
    count: (counts) => counts.lowBattery,
    entity: 'device',
    filter: { electric_to: lowBattery },
  },
  {
    name: 'sealed',
    icon: SealedIcon,
    tone: 'success',
    count: ({ byStatus }) => byStatus[LOCK.sealed],
    entity: 'device',
    filter: { status: [LOCK.sealed] },
  },
  {
    name: 'unsealed',
    icon: UnsealedIcon,
    tone: 'info',
    count: ({ byStatus }) => byStatus[LOCK.closed] + byStatus[LOCK.open],
    entity: 'device',
    filter: { status: [LOCK.closed, LOCK.open] },
  },
  {
    name: 'abnormal',
    icon: AbnormalIcon,
    tone: 'error',
    count: ({ byStatus }) => byStatus[LOCK.abnormal],
    entity: 'device',
    filter: { status: [LOCK.abnormal] },
  },
  {
    name: 'alarms',
    icon: AlarmIcon,
    tone: 'error',
    count: ({ alarms }) => alarms,
    entity: 'alertRecord',
    filter: { state: [UNPROCESSED] },
  },
];

interface Props {
  readonly counts: FleetCounts | null;
  readonly addressOf: ListAddress;
}

/** The fleet in eight numbers. */
export const Tiles = ({ counts, addressOf }: Props) => {
  const translate = useTranslate();
  const low = lowBatteryOf(useDeclared('device'));
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
        [theme.breakpoints.down('sm')]: {
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
        },
      })}
    >
      {figures(low).map(({ name, icon, tone, count, entity, filter }) => (
        <Tile
          key={name}
          label={translate(`dashboard.${name}`)}
          value={counts && count(counts)}
          icon={icon}
          tone={tone}
          to={addressOf(entity, filter)}
        />
      ))}
    </Box>
  );
};
