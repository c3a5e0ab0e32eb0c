import { MenuPage } from './MenuPage';
import type { MenuRoute } from './menuTree';

interface Props {
  /** The menu's code: react-admin makes the route of it. */
  name: string;
  route: MenuRoute;
}

/**
 * A route that is not called as its resource is: react-admin takes any element with these two statics for a
 * Resource, so that `/deviceList` shows the resource `device`.
 */
export const MenuResource = ({ route }: Props) => <MenuPage route={route} />;

MenuResource.raName = 'Resource';
MenuResource.registerResource = ({ name }: Props) => ({ name, hasList: true });
