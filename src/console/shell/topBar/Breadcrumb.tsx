import { Breadcrumbs, Link, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useMenus } from '../MenuContext';
import { HOME } from '../routes/Home';
import { menuTitle } from '../routes/menuTitle';
import { type MenuTree, routeAt } from '../routes/menuTree';
import { PASSWORD_PATH, PROFILE_PATH } from '../routes/profileRoutes';

type Say = Parameters<typeof menuTitle>[0];

/** The steps to a page, without home. */
const stepsTo = (pathname: string, menus: MenuTree, translate: Say): string[] => {
  if (pathname === PROFILE_PATH) return [translate('profile.title')];
  if (pathname === PASSWORD_PATH) return [translate('shell.user.password')];
  const route = routeAt(menus, pathname);
  if (!route || route.path === HOME) return [];
  return [...(route.group ? [route.group] : []), route].map((step) => menuTitle(translate, step));
};

/** Home, the group, the page. */
export const Breadcrumb = () => {
  const translate = useTranslate();
  const menus = useMenus();
  const { pathname } = useLocation();
  const steps = stepsTo(pathname, menus, translate);
  const home = menus.routes.find(({ path }) => path === HOME);
  const homeTitle = home && menuTitle(translate, home);
  return (
    <Breadcrumbs
      aria-label={translate('shell.breadcrumb')}
      sx={{ minWidth: 0, '& ol': { flexWrap: 'nowrap' }, '& li': { whiteSpace: 'nowrap' } }}
    >
      {homeTitle &&
        (steps.length > 0 ? (
          <Link
            component={RouterLink}
            to={HOME}
            underline="hover"
            color="textSecondary"
            variant="body2"
          >
            {homeTitle}
          </Link>
        ) : (
          <Typography variant="body2" aria-current="page" sx={{ fontWeight: 600 }}>
            {homeTitle}
          </Typography>
        ))}
      {steps.map((step, i) =>
        i === steps.length - 1 ? (
          <Typography key={step} variant="body2" aria-current="page" sx={{ fontWeight: 600 }}>
            {step}
          </Typography>
        ) : (
          <Typography key={step} variant="body2" color="textSecondary">
            {step}
          </Typography>
        ),
      )}
    </Breadcrumbs>
  );
};
