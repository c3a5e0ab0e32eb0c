import CloseIcon from '@mui/icons-material/Close';
import { Box, Dialog, DialogTitle, IconButton, Paper, Stack } from '@mui/material';
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { useIsPhone } from '../look/useIsPhone';

/** An element beside which something has to stay in view while a form is filled in: the form lies in it, not over the page. */
export const DockContext = createContext<HTMLElement | null>(null);

interface Props {
  readonly title: string;
  readonly maxWidth: 'xs' | 'sm';
  readonly onClose: () => void;
  /** It asks so little that it leaves the page in view, on a phone too. */
  readonly small?: boolean;
  /** It may lie in a dock, where there is one. */
  readonly dockable?: boolean;
  readonly children: ReactNode;
}

/** A dialog that takes the whole screen of a phone. */
export const SheetDialog = (props: Props) => {
  const { title, maxWidth, onClose, small = false, dockable = false, children } = props;
  const isPhone = useIsPhone() && !small;
  const titleId = useId();
  const dock = useContext(DockContext);
  if (dock && dockable) {
    return createPortal(
      <Docked titleId={titleId} title={title} onClose={onClose}>
        {children}
      </Docked>,
      dock,
    );
  }
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

/** Gives the focus back to what had it before, as a dialog does. */
export const useFocusReturn = (): void => {
  // While it is drawn for the first time: later the focus may be in it.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus();
    },
    [before],
  );
};

type DockedProps = Pick<Props, 'title' | 'onClose' | 'children'> & { readonly titleId: string };

const Docked = ({ titleId, title, onClose, children }: DockedProps) => {
  useFocusReturn();
  return (
    <Paper variant="outlined" role="dialog" aria-labelledby={titleId} sx={docked}>
      <DialogHead id={titleId} title={title} onClose={onClose} />
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}>{children}</Box>
    </Paper>
  );
};

const docked = {
  position: 'absolute',
  inset: 0,
  zIndex: 5,
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
} as const;

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
