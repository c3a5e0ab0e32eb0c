import { Alert, type AlertProps, Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Error for the reader; renders nothing without a text. */
export const ErrorAlert = ({ children, ...props }: AlertProps) =>
  children ? (
    <Alert severity="error" role="alert" {...props}>
      {children}
    </Alert>
  ) : null;

interface RetryAlertProps extends AlertProps {
  /** Its message is shown by default. */
  readonly error?: Error;
  readonly onRetry: () => void;
}

export const RetryAlert = ({ error, onRetry, ...props }: RetryAlertProps) => {
  const translate = useTranslate();
  const retry = (
    <Button color="inherit" size="small" onClick={onRetry}>
      {translate('pages.retry')}
    </Button>
  );
  return (
    <ErrorAlert action={retry} {...props}>
      {props.children ?? error?.message}
    </ErrorAlert>
  );
};
