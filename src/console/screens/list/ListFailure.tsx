import ErrorIcon from '@mui/icons-material/CloudOffOutlined';
import ForbiddenIcon from '@mui/icons-material/LockOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { ApiError } from '../../../protocol';
import { ListNotice } from './ListNotice';

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Why there are no rows to show: not allowed, or not reached. */
export const ListFailure = ({ error, onRetry }: Props) => {
  const translate = useTranslate();
  if (error instanceof ApiError && error.code === 'noPermission') {
    return (
      <ListNotice
        icon={ForbiddenIcon}
        title={translate('screens.forbidden.title')}
        text={translate('screens.forbidden.text')}
      />
    );
  }
  return (
    <ListNotice
      icon={ErrorIcon}
      title={translate('screens.failure.title')}
      text={error.message}
      urgent
    >
      <Button variant="outlined" onClick={onRetry}>
        {translate('screens.failure.retry')}
      </Button>
    </ListNotice>
  );
};
