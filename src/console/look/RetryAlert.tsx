import { Alert, Button, type SxProps } from '@mui/material';
import { useTranslate } from 'react-admin';

interface Props {
  /** Its message is shown to the reader. */
  readonly error: Error;
  readonly onRetry: () => void;
  readonly sx?: SxProps;
}

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
