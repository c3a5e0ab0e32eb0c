import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ErrorScreen } from './ErrorScreen';

/** A page that this operator may not see. `?noGoBack` says that the way back leads here again. */
export const AccessDeniedPage = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <ErrorScreen
      sign="401"
      title={translate('shell.denied.title')}
      text={translate('shell.denied.text')}
    >
      {!params.has('noGoBack') && (
        <Button variant="outlined" size="large" onClick={() => navigate(-1)}>
          {translate('shell.back')}
        </Button>
      )}
      <Button component={Link} to="/" variant="contained" size="large">
        {translate('shell.toHome')}
      </Button>
    </ErrorScreen>
  );
};
