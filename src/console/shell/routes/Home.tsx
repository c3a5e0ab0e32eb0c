import { Navigate } from 'react-router-dom';
import { useMenus } from '../MenuContext';
import { firstPath } from './menuTree';

export const HOME = '/dashboard';

/** `/` leads home, or to the first page there is for somebody without a dashboard. */
export const Home = () => {
  const menus = useMenus();
  const hasHome = menus.routes.some(({ path }) => path === HOME);
  return <Navigate to={hasHome ? HOME : (firstPath(menus) ?? '/401')} replace />;
};
