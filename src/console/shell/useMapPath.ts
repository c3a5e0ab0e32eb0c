import { useAccess } from '../data';
import { useMenus } from './MenuContext';
import { mapPath } from './mapRoutes';

/** Where "Map" leads: to the operator's own default map, where it is granted. Undefined without a map. */
export const useMapPath = (): string | undefined => {
  const { hobby } = useAccess();
  return mapPath(useMenus().routes, hobby?.map_type);
};
