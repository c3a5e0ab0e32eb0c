import { Navigate, useLocation } from 'react-router-dom';
import { useMenus } from '../MenuContext';
import { useShell } from '../ShellContext';
import { firstPath } from './menuTree';

/**
 * An address without a page. Whoever just signed in was sent there by the operator before, or has no menu for the
 * landing page, and gets what there is.
 */
export const UnknownPath = () => {
  const { arrival } = useShell();
  const { pathname } = useLocation();
  const menus = useMenus();
  const instead = arrival === pathname ? firstPath(menus) : undefined;
  return <Navigate to={instead ?? '/404'} replace />;
};
