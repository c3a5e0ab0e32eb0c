import MapIcon from '@mui/icons-material/MapOutlined';
import { useTranslate } from 'ra-core';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMenus } from '../MenuContext';
import { mapRoutes } from '../mapRoutes';
import { menuTitle } from '../routes/menuTitle';
import { BarMenu } from './BarMenu';

/** The way to the map, on any provider. */
export const MapMenu = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const maps = mapRoutes(useMenus().routes);
  if (maps.length === 0) return null;
  return (
    <BarMenu
      label={translate(
        maps.some(({ path }) => path === pathname) ? 'shell.switchMap' : 'shell.map',
      )}
      icon={<MapIcon />}
      items={maps.map((route) => ({
        key: route.code,
        label: menuTitle(translate, route),
        selected: route.path === pathname,
        onChoose: () => navigate(route.path),
      }))}
    />
  );
};
