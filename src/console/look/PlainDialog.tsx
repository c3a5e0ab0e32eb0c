import Paper, { type PaperProps } from '@mui/material/Paper';

interface Props extends Pick<PaperProps, 'children' | 'sx'> {
  /** For a dialog that asks a question. */
  readonly role?: 'alertdialog';
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string;
  readonly onClose: () => void;
}

const showModal = (element: HTMLElement | null) => {
  if (!(element instanceof HTMLDialogElement)) return undefined;
  element.showModal();
  // Closing returns the focus to the previous element.
  return () => element.close();
};

/** Native dialog. Unlike MUI's it needs no further code to be loaded, so it also opens without a network. */
export const PlainDialog = ({ onClose, sx, ...props }: Props) => (
  <Paper
    {...props}
    component="dialog"
    ref={showModal}
    elevation={8}
    // On Escape the parent closes it.
    onCancel={(event) => {
      event.preventDefault();
      onClose();
    }}
    onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    sx={[
      {
        border: 0,
        p: 0,
        maxWidth: 'calc(100% - 32px)',
        maxHeight: 'calc(100% - 32px)',
        '&::backdrop': { backgroundColor: 'rgb(0 0 0 / 0.5)' },
      },
      ...(Array.isArray(sx) ? sx : [sx]),
    ]}
  />
);
