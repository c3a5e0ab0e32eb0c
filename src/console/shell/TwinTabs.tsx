import { Tab, Tabs } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { MenuSeed } from '../../config';
import { useApp } from '../app/AppContext';
import { type MenuRoute, mainMenuOf, pageTitle, useMenus } from '../app/menus';

/**
 * Returns the routes that are one page with a route: its own menu and the presets, as far as they are granted. Only
 * lists; other pages show their presets themselves.
 */
export const twinsOf = (
  route: MenuRoute,
  routes: readonly MenuRoute[],
  menus: readonly MenuSeed[],
): MenuRoute[] => {
  const main = mainMenuOf(menus, route.code);
  const twins = routes.filter(
    ({ code, page }) => mainMenuOf(menus, code) === main && typeof page === 'string',
  );
  return twins.length > 1 && twins.some(({ code }) => code === route.code)
    ? twins.toSorted((a, b) => Number(b.code === main) - Number(a.code === main))
    : [];
};

/** Tabs between the lists of one page; nothing for a list that stands alone. */
export const TwinTabs = ({ route }: { readonly route: MenuRoute }) => {
  const translate = useTranslate();
  const { declared } = useApp();
  const { routes } = useMenus();
  const twins = twinsOf(route, routes, declared.menus);
  // A list with a detail panel has its twins among its tools.
  const isDesk = ({ page }: MenuRoute) =>
    declared.entities.some(({ name, side }) => name === page && side !== undefined);
  if (twins.length === 0 || twins.some(isDesk)) return null;
  return (
    <Tabs
      value={route.code}
      variant="scrollable"
      scrollButtons={false}
      aria-label={translate('shell.twins')}
      sx={{ px: 1, minHeight: 36, borderBottom: 1, borderColor: 'divider', displayPrint: 'none' }}
    >
      {twins.map((twin) => (
        <Tab
          key={twin.code}
          component={Link}
          to={twin.path}
          value={twin.code}
          label={pageTitle(translate, twin)}
          sx={{ minHeight: 36, py: 0.5 }}
        />
      ))}
    </Tabs>
  );
};
