import MapIcon from '@mui/icons-material/MapOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  isMap,
  mapRoutes,
  menuTitle,
  providerOf,
  useListAddress,
  useMenus,
  useOpenRoute,
} from '../app/menus';
import { isAdministrator, useAccess } from '../data';
import { useIsPhone } from '../look/useIsPhone';
import {
  type ProviderId,
  providerIds,
  resolveProvider,
  usableProvider,
} from '../maps/base/providers';
import { useMapServices } from '../maps/base/useMapServices';
import { BarMenu } from './BarButton';

const providerIn = (url: string): ProviderId | undefined =>
  providerIds.find((id) => id === providerOf({ url }));

/**
 * Menu of the map providers that this installation can show. A provider that lacks a setting is listed, with a note,
 * only to operators who may change it.
 */
export const MapMenu = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { search } = useLocation();
  const access = useAccess();
  const here = useOpenRoute();
  const keys = useListAddress()('mapKeyWeb');
  const isPhone = useIsPhone();
  const [wasOpened, setWasOpened] = useState(false);
  const services = useMapServices(wasOpened);
  const maps = mapRoutes(useMenus().routes);
  const onMap = here !== undefined && isMap(here);
  // A phone shows it only on the map, for lack of room.
  if (maps.length === 0 || (isPhone && !onMap)) return null;
  const activeProvider = onMap
    ? usableProvider(providerIn(here.url) ?? 'mapWorld', services).id
    : undefined;
  const items = maps.flatMap((route) => {
    const id = providerIn(route.url);
    const { reason, problem } = id ? resolveProvider(id, services) : {};
    const byKey = reason === 'noKey' || reason === 'refused';
    const canSet = byKey ? keys !== undefined : isAdministrator(access);
    if (reason && !canSet) return [];
    const remedy = byKey ? keys : undefined;
    // Keep the selection and filters of the map.
    const to = { pathname: route.path, search: onMap ? search : '' };
    return [
      {
        key: route.code,
        label: menuTitle(translate, route),
        ...(reason && { note: problem || translate(`shell.mapLacks.${reason}`) }),
        selected: id === activeProvider,
        onChoose: () => navigate(remedy ?? to),
      },
    ];
  });
  return (
    <BarMenu
      label={translate(onMap ? 'shell.switchMap' : 'shell.map')}
      icon={<MapIcon />}
      items={items}
      onOpen={() => setWasOpened(true)}
    />
  );
};
