import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { FleetStore } from './fleetStore';
import { StateIcon } from './StateIcon';

/** More is searched for, not scrolled through. */
const LIMIT = 100;

interface GroupChoiceProps {
  store: FleetStore;
  sns: readonly string[];
  onChoose: (sn: string) => void;
}

/** Devices in one place, to choose one of. */
export const GroupChoice = ({ store, sns, onChoose }: GroupChoiceProps) => {
  const translate = useTranslate();
  const devices = sns.slice(0, LIMIT).flatMap((sn) => store.get(sn) ?? []);
  const more = sns.length - LIMIT;
  return (
    <Box sx={{ py: 1.5 }}>
      <Typography variant="subtitle2" component="h2" sx={{ px: 2, pr: 6 }}>
        {translate('maps.choose.title', { smart_count: sns.length })}
      </Typography>
      <List dense disablePadding sx={{ mt: 0.5, maxHeight: 320, overflow: 'auto' }}>
        {devices.map(({ sn, device_name, status }) => (
          <ListItemButton key={sn} onClick={() => onChoose(sn)} sx={{ gap: 1.25 }}>
            <StateIcon status={status} />
            <ListItemText primary={device_name || sn} secondary={device_name ? sn : undefined} />
          </ListItemButton>
        ))}
      </List>
      {more > 0 && (
        <Typography variant="body2" sx={{ px: 2, pt: 1, color: 'text.secondary' }}>
          {translate('maps.choose.more', { smart_count: more })}
        </Typography>
      )}
    </Box>
  );
};
