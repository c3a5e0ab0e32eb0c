import { Dialog } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { DialogHead } from './DialogHead';
import { useNarrow } from './useNarrow';

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
  const narrow = useNarrow() && !small;
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: narrow ? { borderRadius: 0 } : undefined } }}
    >
      <DialogHead id={titleId} title={title} onClose={onClose} />
      {children}
    </Dialog>
  );
};
