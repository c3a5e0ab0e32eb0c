import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useId } from 'react';
import { useReaderLocale } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useRemove } from './useRemove';

/** How many records are named; the rest are counted. */
const NAMED = 8;

interface Props {
  readonly records: readonly RaRecord[];
  readonly onDone: (deleted: boolean) => void;
}

/** Names what is about to be deleted, and says why when the server will not. */
export const DeleteDialog = ({ records, onDone }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const titleId = useId();
  const { mutate, isPending, error } = useRemove(entity, () => onDone(true));
  const close = () => {
    if (!isPending) onDone(false);
  };
  const rest = records.length - NAMED;
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      maxWidth="xs"
      role="alertdialog"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>
        {translate('screens.remove.title', { smart_count: records.length })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {records.slice(0, NAMED).map((record) => (
            <Typography component="li" key={record.id} sx={{ fontWeight: 600 }}>
              {titleOf(entity, record, locale)}
            </Typography>
          ))}
          {rest > 0 && (
            <Typography component="li" color="textSecondary">
              {translate('screens.remove.more', { smart_count: rest })}
            </Typography>
          )}
        </Box>
        <Typography color="textSecondary">{translate('screens.remove.final')}</Typography>
        {error && (
          <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-line' }}>
            {error.message}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close} disabled={isPending} autoFocus>
          {translate('screens.cancel')}
        </Button>
        <Button
          color="error"
          variant="contained"
          loading={isPending}
          onClick={() => mutate(records.map(({ id }) => id))}
        >
          {translate('screens.delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
