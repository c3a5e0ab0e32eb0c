import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import type { Offering } from '../../config';
import { useText } from '../../fields/controls/useText';
import { OfferIcon } from './OfferIcon';

interface Props {
  readonly offering: Offering;
  /** Beside the title. */
  readonly note?: string;
  /** How many records it is about to be done with. */
  readonly count: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: FormEventHandler & (() => unknown);
  readonly closeLabel: string;
  /** Of the button that does it; there is none once it was done. */
  readonly submitLabel?: string;
  readonly children: ReactNode;
}

/** The dialog in which something is agreed to before it is done: what is dangerous takes a press of its own button. */
export const OfferDialog = (props: Props) => {
  const { offering, note, count, busy, onClose, onSubmit, closeLabel, submitLabel } = props;
  const { danger, icon, args } = offering;
  const text = useText();
  const titleId = useId();
  const hasArgs = Object.keys(args).length > 0;
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <Box
        component="form"
        noValidate
        // Enter in an input must not do what is dangerous.
        onSubmit={danger ? (event) => event.preventDefault() : onSubmit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
          <OfferIcon name={icon} color={danger ? 'error' : 'primary'} />
          {text(offering.label)}
          {note !== undefined && (
            <Typography component="span" color="textSecondary" sx={{ ml: 'auto' }}>
              {note}
            </Typography>
          )}
        </DialogTitle>
        <DialogContent
          sx={{
            display: 'flex',
            flexDirection: 'column',
            gap: 2,
            // A raised label needs the room that the title takes away.
            '.MuiDialogTitle-root + &': { pt: 0.75 },
          }}
        >
          {props.children}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={busy} autoFocus={danger && !hasArgs}>
            {closeLabel}
          </Button>
          {submitLabel !== undefined && (
            <Button
              type={danger ? 'button' : 'submit'}
              onClick={danger ? onSubmit : undefined}
              variant="contained"
              color={danger ? 'error' : 'primary'}
              disabled={count === 0}
              loading={busy}
              loadingPosition="start"
              startIcon={<OfferIcon name={icon} />}
              autoFocus={!danger && !hasArgs}
            >
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
};
