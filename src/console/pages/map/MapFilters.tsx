import AsleepIcon from '@mui/icons-material/Bedtime';
import OnlineIcon from '@mui/icons-material/Wifi';
import OfflineIcon from '@mui/icons-material/WifiOff';
import { type Theme, useMediaQuery } from '@mui/material';
import { useTranslate } from 'react-admin';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { MapLegend, StateIcon, useStateName } from '../../maps';
import { motions, STATUS_ORDER, usePartialCounts } from '../fleetCounts';
import { isFiltered, type MapFilter, NO_FILTER, toggleValue } from './mapState';

interface Props {
  readonly filter: MapFilter;
  /** The map has the full width initially, so its legend starts expanded. */
  readonly roomy: boolean;
  readonly onChange: (filter: MapFilter) => void;
}

/** Legend that counts the fleet, and filters the map by states and connections. */
export const MapFilters = ({ filter, roomy, onChange }: Props) => {
  const translate = useTranslate();
  const nameOf = useStateName();
  const counts = usePartialCounts();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up(992), { noSsr: true });
  const links = [
    { link: COMMUNICATE_STATUS.online, key: 'online', Icon: OnlineIcon, color: 'success' },
    { link: COMMUNICATE_STATUS.asleep, key: 'asleep', Icon: AsleepIcon, color: 'info' },
    { link: COMMUNICATE_STATUS.offline, key: 'offline', Icon: OfflineIcon, color: 'disabled' },
  ] as const;
  // Most fleets have no locks that sleep.
  const visibleLinks = links.filter(
    ({ link, key }) =>
      link !== COMMUNICATE_STATUS.asleep || counts[key] > 0 || filter.link.includes(link),
  );
  return (
    <MapLegend
      open={wide && roomy}
      onReset={isFiltered(filter) ? () => onChange(NO_FILTER) : undefined}
      groups={[
        {
          label: translate('pages.map.filters'),
          choices: STATUS_ORDER.map((status) => ({
            key: String(status),
            icon: <StateIcon status={status} />,
            label: nameOf(status),
            count: counts.byStatus[status],
            selected: filter.status.includes(status),
            onToggle: () => onChange({ ...filter, status: toggleValue(filter.status, status) }),
          })),
        },
        {
          label: translate('pages.map.connection'),
          choices: visibleLinks.map(({ link, key, Icon, color }) => ({
            key,
            icon: <Icon fontSize="small" color={color} />,
            label: translate(`pages.map.${key}`),
            count: counts[key],
            selected: filter.link.includes(link),
            onToggle: () => onChange({ ...filter, link: toggleValue(filter.link, link) }),
          })),
        },
        {
          label: translate('pages.map.motion'),
          choices: motions
            .filter((motion) => motion === filter.motion)
            .map((motion) => ({
              key: motion,
              icon: null,
              label: translate(`pages.map.${motion}`),
              count: counts[motion],
              selected: true,
              onToggle: () => onChange({ ...filter, motion: null }),
            })),
        },
      ].filter(({ choices }) => choices.length > 0)}
    />
  );
};
