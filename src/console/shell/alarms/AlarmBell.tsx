import BellIcon from '@mui/icons-material/NotificationsOutlined';
import { Badge, Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ALARMS } from '../../data';
import { ActionProvider } from '../../operations';
import { BarWindow } from '../BarButton';
import { useListAddress } from '../menus';
import { AlarmItem } from './AlarmLine';
import { useAlarms } from './AlarmProvider';

/** How many alarms are open, and the newest of them; nothing where the rights cover none. */
export const AlarmBell = () => {
  const translate = useTranslate();
  const { open, newest, look } = useAlarms();
  const all = useListAddress()(ALARMS, { state: [0] });
  if (open === undefined) return null;
  const counted = { smart_count: open };
  return (
    <ActionProvider>
      <BarWindow
        label={translate('shell.alarms.open', counted)}
        icon={
          <Badge badgeContent={open} max={999} color="error">
            <BellIcon />
          </Badge>
        }
        title={translate('shell.alarms.title')}
        all={all ? { to: all, label: translate('shell.alarms.all', counted) } : undefined}
        width={400}
        onOpen={look}
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
