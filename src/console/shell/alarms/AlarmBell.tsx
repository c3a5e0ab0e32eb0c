import BellIcon from '@mui/icons-material/NotificationsOutlined';
import { Badge, Box, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { loadable } from '../../../fields/views/loadable';
import { useListAddress } from '../../app/menus';
import { ALARMS } from '../../data';
import { ActionProvider } from '../../operations';
import { BarWindow } from '../BarButton';
import { OPEN_ALARMS, useAlarms } from './AlarmProvider';

const AlarmItem = loadable(() => import('./AlarmLine'), 'AlarmItem');

/**
 * Button with the number of open alarms and a popover of the newest; renders nothing without the right to read alarms.
 */
export const AlarmBell = () => {
  const translate = useTranslate();
  const { openCount, newest, markSeen } = useAlarms();
  const all = useListAddress()(ALARMS, OPEN_ALARMS);
  if (openCount === undefined) return null;
  const countArgs = { smart_count: openCount };
  return (
    <ActionProvider>
      <BarWindow
        label={translate('shell.alarms.open', countArgs)}
        icon={
          <Badge badgeContent={openCount} max={999} color="error">
            <BellIcon />
          </Badge>
        }
        title={translate('shell.alarms.title')}
        all={all ? { to: all, label: translate('shell.alarms.all', countArgs) } : undefined}
        width={400}
        onOpen={markSeen}
      >
        {(close) =>
          newest.length === 0 ? (
            <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
              {translate('shell.alarms.none')}
            </Typography>
          ) : (
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {newest.map((alarm) => (
                <AlarmItem
                  key={alarm.id}
                  alarm={alarm}
                  onGo={close}
                  loading={<Skeleton component="li" height={48} sx={{ mx: 2 }} />}
                />
              ))}
            </Box>
          )
        }
      </BarWindow>
    </ActionProvider>
  );
};
