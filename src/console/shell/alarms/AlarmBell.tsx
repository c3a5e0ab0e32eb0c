import BellIcon from '@mui/icons-material/NotificationsOutlined';
import { Badge, Box, Button, Popover, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ALARMS } from '../../data';
import { ActionProvider } from '../../operations';
import { BarButton } from '../BarButton';
import { useListAddress } from '../menus';
import { AlarmLine } from './AlarmLine';
import { useAlarms } from './AlarmProvider';

/** How many alarms are open, and the newest of them; nothing where the rights cover none. */
export const AlarmBell = () => {
  const translate = useTranslate();
  const { open, newest, look } = useAlarms();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const all = useListAddress()(ALARMS, { state: [0] });
  const title = useId();
  if (open === undefined) return null;
  const close = () => setAnchor(null);
  return (
    <ActionProvider>
      <BarButton
        label={translate('shell.alarms.open', { smart_count: open })}
        expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          look();
          setAnchor(currentTarget);
        }}
      >
        <Badge badgeContent={open} max={999} color="error">
          <BellIcon />
        </Badge>
      </BarButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': title,
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)' },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', pl: 2, pr: 1, minHeight: 48 }}>
          <Typography id={title} component="h2" variant="h6" sx={{ flex: 1 }}>
            {translate('shell.alarms.title')}
          </Typography>
          {all && (
            <Button size="small" component={Link} to={all} onClick={close}>
              {translate('shell.alarms.all', { smart_count: open })}
            </Button>
          )}
        </Box>
        {newest.length === 0 ? (
          <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
            {translate('shell.alarms.none')}
          </Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {newest.map((alarm) => (
              <AlarmLine key={alarm.id} alarm={alarm} onGo={close} />
            ))}
          </Box>
        )}
      </Popover>
    </ActionProvider>
  );
};
