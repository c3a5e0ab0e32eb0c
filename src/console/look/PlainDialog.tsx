import Paper, { type PaperProps } from '@mui/material/Paper';

interface Props extends Pick<PaperProps, 'children' | 'sx'> {
  /** Where it asks something. */
  readonly role?: 'alertdialog';
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string;
  readonly onClose: () => void;
}

const showModal = (element: HTMLElement | null) => {
  if (!(element instanceof HTMLDialogElement)) return undefined;
  element.showModal();
  // The focus goes back to where it was.
  return () => element.close();
};

/** The browser's own dialog: it is there at once, also where the network is not and MUI's could not be fetched. */
export const PlainDialog = ({ onClose, sx, ...props }: Props) => (
  <Paper
    {...props}
    component="dialog"
    ref={showModal}
    elevation={8}
    // Escape; whoever renders it closes it.
    onCancel={(event) => {
      event.preventDefault();
      onClose();
    }}
    onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    sx={[
      { border: 0, p: 0, maxWidth: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  />
);
