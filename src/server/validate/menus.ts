import { type AnyField, type Console, flatMenus } from '../../config';
import { isFixedAddress } from '../rules';
import { refuses } from './fields';
import { type Finding, findingsIf, findTwice } from './finding';

/** Checks the menus of a new database, by the rules of the page on which operators change them. */
export const checkMenus = ({ menus, entities }: Console): Finding[] => {
  const all = flatMenus(menus);
  const codes = all.map(({ code }) => code);
  const codeField: AnyField | undefined = entities.find(({ name }) => name === 'menu')?.fields
    .menuCode;
  return [
    ...all.flatMap(({ code }) =>
      findingsIf(`menu ${code}`, {
        'its code is part of an address: letters, digits, dashes and underscores':
          codeField && (code === '' || refuses(codeField, code)),
        'its address opens a fixed page': isFixedAddress(code),
      }),
    ),
    // The sidebar shows no third level.
    ...menus
      .flatMap(({ children = [] }) => children)
      .flatMap(({ code, children = [] }) =>
        findingsIf(`menu ${code}`, {
          'has menus below it: menus have two levels': children.length > 0,
        }),
      ),
    ...findTwice('menu ', codes, 'two menus have this code'),
    // Without declared menus the console gets all its menus from the server.
    ...entities.flatMap(({ name, menu }) =>
      findingsIf(name, {
        [`there is no menu ${menu.group} for its page to arrive under`]:
          menus.length > 0 && !codes.includes(menu.group),
      }),
    ),
  ];
};
