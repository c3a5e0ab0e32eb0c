import { type AnyField, type Console, flatMenus, type MenuSeed } from '../../config';
import { isFixedAddress } from '../rules';
import { refuses } from './fields';
import { duplicates, type Finding, findingIf, findingsIf } from './finding';

/** Checks the menus of a new database, by the rules of the page on which operators change them. */
export const checkMenus = ({ menus, entities }: Console): Finding[] => {
  const all = flatMenus(menus);
  const codes = new Set(all.map(({ code }) => code));
  const codeField: AnyField | undefined = entities.find(({ name }) => name === 'menu')?.fields
    .menuCode;
  return [
    ...all.flatMap(({ code }) => [
      ...findingsIf(`menu ${code}`, {
        'its code is part of an address: letters, digits, dashes and underscores':
          codeField !== undefined && (code === '' || refuses(codeField, code)),
        'its address opens a fixed page': isFixedAddress(code),
      }),
    ]),
    ...menus.flatMap(checkLevels),
    ...duplicates(all.map(({ code }) => code)).map((code) => ({
      place: `menu ${code}`,
      text: 'two menus have this code',
    })),
    // Without declared menus the console gets all its menus from the server.
    ...entities.flatMap(({ name, menu }) =>
      findingIf(
        menus.length > 0 && !codes.has(menu.group),
        name as string,
        `there is no menu ${menu.group} for its page to arrive under`,
      ),
    ),
  ];
};

/** Checks that menus have two levels: the sidebar shows no third one. */
const checkLevels = ({ children = [] }: MenuSeed): Finding[] =>
  children.flatMap(({ code, children: below = [] }) =>
    findingIf(below.length > 0, `menu ${code}`, 'has menus below it: menus have two levels'),
  );
