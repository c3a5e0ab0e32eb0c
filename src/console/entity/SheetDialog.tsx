import CloseIcon from '@mui/icons-material/Close';
import { Dialog, DialogTitle, IconButton, Stack } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { useIsPhone } from '../look/useIsPhone';

interface Props {
  readonly title: string;
  readonly maxWidth: 'xs' | 'sm';
  readonly onClose: () => void;
  /** It asks so little that it leaves the page in view, on a phone too. */
  readonly small?: boolean;
  readonly children: ReactNode;
}

/** A dialog that takes the whole screen of a phone. */
export const SheetDialog = ({ title, maxWidth, onClose, small = false, children }: Props) => {
  const isPhone = useIsPhone() && !small;
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: isPhone ? { borderRadius: 0 } : undefined } }}
    >
      <DialogHead id={titleId} title={title} onClose={onClose} />
      {children}
    </Dialog>
  );
};

interface DialogHeadProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog's title with the button that closes it. */
const DialogHead = ({ id, title, onClose }: DialogHeadProps) => {
  const translate = useTranslate();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', pr: 1.5 }}>
      <DialogTitle id={id} sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </DialogTitle>
      <IconButton onClick={onClose} aria-label={translate('entity.close')}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
};
