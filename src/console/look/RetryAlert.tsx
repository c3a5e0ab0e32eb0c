import { Alert, Button, type SxProps } from '@mui/material';
import { useTranslate } from 'react-admin';

interface Props {
  /** What went wrong; its message is for the reader. */
  readonly error: Error;
  readonly onRetry: () => void;
  readonly sx?: SxProps;
}

/** In the place of what could not be fetched: why, and a way to try again. */
export const RetryAlert = ({ error, onRetry, sx }: Props) => {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      sx={sx}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('pages.retry')}
        </Button>
      }
    >
      {error.message}
    </Alert>
  );
};
