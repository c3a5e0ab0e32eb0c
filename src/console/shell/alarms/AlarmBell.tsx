import BellIcon from '@mui/icons-material/NotificationsOutlined';
import { Badge, Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useListAddress } from '../../app/menus';
import { ALARMS } from '../../data';
import { ActionProvider } from '../../operations';
import { BarWindow } from '../BarButton';
import { AlarmItem } from './AlarmLine';
import { OPEN_ALARMS, useAlarms } from './AlarmProvider';

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
                <AlarmItem key={alarm.id} alarm={alarm} onGo={close} />
              ))}
            </Box>
          )
        }
      </BarWindow>
    </ActionProvider>
  );
};
