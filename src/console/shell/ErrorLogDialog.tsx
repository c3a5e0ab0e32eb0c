import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { localTime } from '../../domain/figures';
import type { ErrorEntry } from '../app/errorLog';
import { useIsPhone } from '../look/useIsPhone';

interface Props {
  entries: readonly ErrorEntry[];
  onClear: () => void;
  onClose: () => void;
}

export const ErrorLogDialog = ({ entries, onClear, onClose }: Props) => {
  const translate = useTranslate();
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullScreen={useIsPhone()}>
      <DialogTitle>{translate('shell.errorLog.title')}</DialogTitle>
      <DialogContent>
        {entries.map(({ id, at, message, stack, url }) => (
          <Box key={id} component="article" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
            <Typography variant="subtitle1" component="h3" sx={{ overflowWrap: 'anywhere' }}>
              {message}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {localTime(at)} · {url}
            </Typography>
            <Box
              component="pre"
              tabIndex={0}
              sx={{ typography: 'caption', m: 0, mt: 0.5, maxHeight: 160, overflow: 'auto' }}
            >
              {stack}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClear}>{translate('shell.errorLog.clear')}</Button>
        <Button variant="contained" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
