import { useTranslate } from 'ra-core';
import { UpdPasswordPage } from '../../pages/profile';
import { PageFrame } from './PageFrame';

export const PASSWORD_PATH = '/profile/updPassword';

export const PasswordRoute = () => {
  const translate = useTranslate();
  return (
    <PageFrame title={translate('shell.user.password')}>
      <UpdPasswordPage />
    </PageFrame>
  );
};
