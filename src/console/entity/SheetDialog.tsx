import CloseIcon from '@mui/icons-material/Close';
import { Box, Dialog, DialogTitle, IconButton, Paper, Stack } from '@mui/material';
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { useIsPhone } from '../look/useIsPhone';

/** Element that forms render into instead of a modal dialog, so that the content beside it stays in view. */
export const DockContext = createContext<HTMLElement | null>(null);

interface Props {
  readonly title: string;
  readonly maxWidth: 'xs' | 'sm' | 'lg';
  readonly onClose: () => void;
  /** Stays small on a phone too, and leaves the page in view. */
  readonly small?: boolean;
  /** Renders into the dock if there is one. */
  readonly dockable?: boolean;
  readonly children: ReactNode;
}

/** Dialog that fills the screen of a phone. */
export const SheetDialog = (props: Props) => {
  const { title, maxWidth, onClose, small = false, dockable = false, children } = props;
  const isPhone = useIsPhone() && !small;
  const dock = useContext(DockContext);
  if (dock && dockable) return createPortal(<Docked {...props} />, dock);
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      maxWidth={maxWidth}
      slotProps={{ paper: { sx: isPhone ? { borderRadius: 0 } : undefined } }}
    >
      <DialogHead title={title} onClose={onClose} />
      {children}
    </Dialog>
  );
};

/** Returns the focus to its previous element on unmount, as a dialog does. */
export const useFocusReturn = (): void => {
  // Read during the first render: later the focus may already be inside.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus();
    },
    [before],
  );
};

const Docked = ({ title, onClose, children }: Props) => {
  const titleId = useId();
  useFocusReturn();
  return (
    <Paper variant="outlined" role="dialog" aria-labelledby={titleId} sx={docked}>
      <DialogHead titleId={titleId} title={title} onClose={onClose} />
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

interface HeadProps extends Pick<Props, 'title' | 'onClose'> {
  /** That of the surrounding dialog by default. */
  readonly titleId?: string;
}

const DialogHead = ({ titleId, title, onClose }: HeadProps) => {
  const translate = useTranslate();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', pr: 1.5 }}>
      <DialogTitle id={titleId} sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </DialogTitle>
      <IconButton onClick={onClose} aria-label={translate('ra.action.close')}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
};
