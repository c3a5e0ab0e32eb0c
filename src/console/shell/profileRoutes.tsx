import { useTranslate } from 'ra-core';
import { Navigate, useLocation } from 'react-router-dom';
import { redirectTarget } from '../data/session';
import { InitialPasswordPage, ProfilePage, UpdPasswordPage } from '../pages/profile';
import { firstPath, useMenus } from './menus';
import { PageFrame } from './PageFrame';

export const PROFILE_PATH = '/profile';
export const PASSWORD_PATH = '/profile/updPassword';

export const ProfileRoute = () => {
  const translate = useTranslate();
  return (
    <PageFrame title={translate('profile.title')}>
      <ProfilePage passwordPath={PASSWORD_PATH} />
    </PageFrame>
  );
};

/** With `?redirect=` somebody was held back here until they had a password of their own; now they may go on. */
export const PasswordRoute = () => {
  const translate = useTranslate();
  const { search, hash } = useLocation();
  if (new URLSearchParams(search).has('redirect')) {
    return <Navigate to={redirectTarget({ search, hash })} replace />;
  }
  return (
    <PageFrame title={translate('shell.user.password')}>
      <UpdPasswordPage />
    </PageFrame>
  );
};

/** Whatever page is asked for, it is this one; the address remembers the other, also over a reload. */
export const InitialPassword = () => {
  const translate = useTranslate();
  const { pathname, search, hash } = useLocation();
  if (pathname !== PASSWORD_PATH) {
    const wanted = encodeURIComponent(pathname + search + hash);
    return <Navigate to={`${PASSWORD_PATH}?redirect=${wanted}`} replace />;
  }
  return (
    <PageFrame title={translate('profile.initial.title')}>
      <InitialPasswordPage />
    </PageFrame>
  );
};

export const HOME = '/dashboard';

/** `/` leads home, or to the first page there is for somebody without a dashboard. */
export const Home = () => {
  const menus = useMenus();
  const hasHome = menus.routes.some(({ path }) => path === HOME);
  return <Navigate to={hasHome ? HOME : (firstPath(menus) ?? '/401')} replace />;
};
