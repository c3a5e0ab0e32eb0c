import CloseIcon from '@mui/icons-material/Close';
import { DialogTitle, IconButton, Stack } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** A dialog's title with the button that closes it. */
export const DialogHead = ({ id, title, onClose }: Props) => {
  const translate = useTranslate();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', pr: 1.5 }}>
      <DialogTitle id={id} sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </DialogTitle>
      <IconButton onClick={onClose} aria-label={translate('screens.close')}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
};
