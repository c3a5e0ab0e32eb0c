import BellIcon from '@mui/icons-material/NotificationsOutlined';
import { Badge } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { alarmSeverity, severityOf } from '../../../domain/alarm';
import { lookOf, type Tone } from '../../../domain/label';
import { loadable } from '../../../fields/views/loadable';
import { useDeclaredSort } from '../../app/AppContext';
import { useListAddress } from '../../app/menus';
import { ALARMS } from '../../data';
import { BarWindow } from '../BarButton';
import { OPEN_ALARMS, useAlarms } from './AlarmProvider';
import type { OpenAlarm } from './unseenAlarms';

const BellList = loadable(() => import('./BellList'), 'BellList');

/** Button with the number of open alarms and a popover of the worst; renders nothing without the right to read alarms. */
export const AlarmBell = () => {
  const translate = useTranslate();
  const { openCount, markSeen } = useAlarms();
  const all = useListAddress()(ALARMS, OPEN_ALARMS);
  const tone = useWorstTone(openCount !== undefined);
  if (openCount === undefined) return null;
  const countArgs = { smart_count: openCount };
  return (
    <BarWindow
      label={translate('shell.alarms.open', countArgs)}
      icon={
        <Badge
          badgeContent={openCount}
          max={999}
          slotProps={{ badge: { className: `state-solid-${tone}` } }}
        >
          <BellIcon />
        </Badge>
      }
      title={translate('shell.alarms.title')}
      all={all ? { to: all, label: translate('shell.alarms.all', countArgs) } : undefined}
      width={400}
      onOpen={markSeen}
    >
      {(close) => <BellList onGo={close} />}
    </BarWindow>
  );
};

/** Returns the tone of the worst alarm that no operator has taken; the default if all are taken. */
const useWorstTone = (enabled: boolean): Tone => {
  const { data } = useGetList<OpenAlarm>(
    ALARMS,
    {
      filter: OPEN_ALARMS,
      sort: useDeclaredSort(ALARMS),
      pagination: { page: 1, perPage: 1 },
    },
    { enabled },
  );
  const [worst] = data ?? [];
  if (worst?.taken_by) return 'default';
  return (worst && lookOf(alarmSeverity, severityOf(worst))?.tone) ?? 'error';
};
