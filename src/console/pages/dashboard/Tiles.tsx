import AllIcon from '@mui/icons-material/AllInbox';
import BatteryIcon from '@mui/icons-material/Battery2Bar';
import AsleepIcon from '@mui/icons-material/Bedtime';
import SealedIcon from '@mui/icons-material/Lock';
import UnsealedIcon from '@mui/icons-material/LockOpen';
import AlarmIcon from '@mui/icons-material/NotificationsActive';
import AbnormalIcon from '@mui/icons-material/ReportProblem';
import OnlineIcon from '@mui/icons-material/Wifi';
import OfflineIcon from '@mui/icons-material/WifiOff';
import { Box, Card, CardActionArea, Skeleton, type SvgIconProps, Typography } from '@mui/material';
import type { ComponentType } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Tone } from '../../../domain/label';
import { COMMUNICATE_STATUS, LOCK } from '../../../domain/lock';
import { type ListAddress, useEntityByName } from '../../app';
import { type FleetCounts, lowBatteryOf } from '../fleetCounts';
import { ShortNumber } from './PanelCard';

const ALARM_TILE = 'alarms';

interface TileSpec {
  readonly name: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly tone: Tone;
  readonly count: (counts: FleetCounts) => number;
  readonly entity: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** State of an unprocessed alarm. */
export const UNPROCESSED = 0;

const tilesOf = (lowBattery: number): TileSpec[] => [
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
    filter: { communicate_status: [COMMUNICATE_STATUS.online] },
  },
  {
    name: 'offline',
    icon: OfflineIcon,
    tone: 'default',
    count: ({ offline }) => offline,
    entity: 'device',
    filter: { communicate_status: [COMMUNICATE_STATUS.offline] },
  },
  {
    name: 'asleep',
    icon: AsleepIcon,
    tone: 'info',
    count: ({ asleep }) => asleep,
    entity: 'device',
    filter: { communicate_status: [COMMUNICATE_STATUS.asleep] },
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
    name: ALARM_TILE,
    icon: AlarmIcon,
    tone: 'error',
    count: ({ alarms }) => alarms,
    entity: 'alertRecord',
    filter: { state: [UNPROCESSED] },
  },
];

interface Props {
  readonly counts: FleetCounts | null;
  /** Number of open alarms; null while loading. */
  readonly alarms: number | null;
  readonly addressOf: ListAddress;
}

/** Key numbers of the fleet, eight or nine tiles. */
export const Tiles = ({ counts, alarms, addressOf }: Props) => {
  const translate = useTranslate();
  const low = lowBatteryOf(useEntityByName('device'));
  // Most fleets have no locks that sleep.
  const tiles = tilesOf(low).filter(({ name }) => name !== 'asleep' || counts?.asleep);
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gap: 2,
        gridTemplateColumns: `repeat(${tiles.length > 8 ? 3 : 4}, minmax(0, 1fr))`,
        [theme.breakpoints.down('sm')]: {
          gap: 1.5,
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          // A ninth tile gets a line of its own.
          '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
        },
      })}
    >
      {tiles.map(({ name, icon, tone, count, entity, filter }) => (
        <Tile
          key={name}
          label={translate(`dashboard.${name}`)}
          value={name === ALARM_TILE ? alarms : counts && count(counts)}
          icon={icon}
          tone={tone}
          to={addressOf(entity, filter)}
        />
      ))}
    </Box>
  );
};

interface TileProps {
  readonly label: string;
  /** Null while loading. */
  readonly value: number | null;
  readonly icon: ComponentType<SvgIconProps>;
  /** Colour of a value other than 0. */
  readonly tone: Tone;
  /** Link to the counted records; undefined if no menu shows them. */
  readonly to: string | undefined;
}

/** Number that links to the records it counts. */
const Tile = ({ label, value, icon: Icon, tone, to }: TileProps) => {
  const color = tone === 'default' || !value ? 'text.secondary' : `${tone}.main`;
  const content = (
    <Box sx={{ p: 2, height: '100%', display: 'flex', flexDirection: 'column' }}>
      <Typography variant="body2" component="h2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', mt: 'auto', pt: 0.5 }}>
        <Typography variant="h1" component="p" sx={{ flex: 1 }}>
          {value === null ? <Skeleton width="3ch" /> : <ShortNumber value={value} />}
        </Typography>
        <Icon sx={{ color, fontSize: 26 }} />
      </Box>
    </Box>
  );
  return (
    <Card>
      {to ? (
        <CardActionArea component={Link} to={to} sx={{ height: '100%' }}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
    </Card>
  );
};
