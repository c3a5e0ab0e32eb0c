import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { ErrorScreen } from './ErrorScreen';

/** An address without a page. */
export const NotFoundPage = () => {
  const translate = useTranslate();
  return (
    <ErrorScreen
      sign="404"
      title={translate('shell.notFound.title')}
      text={translate('shell.notFound.text')}
    >
      <Button component={Link} to="/" variant="contained" size="large">
        {translate('shell.toHome')}
      </Button>
    </ErrorScreen>
  );
};
