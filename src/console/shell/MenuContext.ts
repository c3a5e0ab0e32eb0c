import { createContext, useContext } from 'react';
import { type MenuTree, menuTree } from './routes/menuTree';

export const MenuContext = createContext<MenuTree>(menuTree([], { pages: {} }));

/** The menus of the operator who is signed in. */
export const useMenus = (): MenuTree => useContext(MenuContext);
