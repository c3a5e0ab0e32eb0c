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
import { MAX_SHOWN, OPEN_ALARMS, useAlarms } from './AlarmProvider';
import { useBellMessages } from './bellMessages';
import type { OpenAlarm } from './unseenAlarms';

const BellList = loadable(() => import('./BellList'), 'BellList');

/**
 * Button with the number of open alarms and messages, and a popover of the worst. Renders nothing without a message and
 * the right to read alarms.
 */
export const AlarmBell = () => {
  const translate = useTranslate();
  const { openCount, markSeen } = useAlarms();
  const all = useListAddress()(ALARMS, OPEN_ALARMS);
  const worstTone = useWorstTone(openCount !== undefined);
  const { total: messageCount } = useBellMessages();
  if (openCount === undefined && messageCount === 0) return null;
  const countArgs = { smart_count: openCount ?? 0 };
  const total = (openCount ?? 0) + messageCount;
  const openLabel = translate('shell.alarms.open', countArgs);
  const unreadLabel = translate('shell.alarms.unread', { smart_count: messageCount });
  // Begins with the number that the button shows.
  const label = openCount ? `${total}: ${openLabel} · ${unreadLabel}` : unreadLabel;
  const alarms = {
    title: translate('shell.alarms.title'),
    all: all ? { to: all, label: translate('shell.alarms.all', countArgs) } : undefined,
  };
  const messages = { title: translate('shell.alarms.messages'), all: undefined };
  return (
    <BarWindow
      label={messageCount > 0 ? label : openLabel}
      icon={
        <Badge
          badgeContent={total}
          max={MAX_SHOWN}
          slotProps={{ badge: { className: `state-solid-${openCount ? worstTone : 'info'}` } }}
        >
          <BellIcon />
        </Badge>
      }
      {...(messageCount > 0 ? messages : alarms)}
      width={400}
      onOpen={markSeen}
    >
      {(close) => <BellList alarms={alarms} onGo={close} />}
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
