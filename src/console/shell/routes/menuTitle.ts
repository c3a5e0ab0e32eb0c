import type { Translate } from '../../i18n';
import type { MenuTitle } from './menuTree';

/**
 * What a menu is called: as the configuration calls it, else as the entity it shows is called, else as the server
 * calls it, else its code.
 */
export const menuTitle = (translate: Translate, { code, name, page }: MenuTitle): string =>
  translate(`menus.${code}`, { _: '' }) ||
  (typeof page === 'string' && translate(`resources.${page}.name`, { smart_count: 2, _: '' })) ||
  name ||
  code;
