import type { ShownMenu, ShownRole } from './useGrantable';

/** A line of the sidebar as a role sees it, with the lines below. */
export interface ShownLine {
  readonly menu: ShownMenu;
  readonly children: readonly ShownLine[];
}

/** The menus of a role as its sidebar has them. */
export const shownTree = (menus: readonly ShownMenu[]): ShownLine[] => {
  const ids = new Set(menus.map(({ id }) => id));
  const lineOf = (menu: ShownMenu): ShownLine => ({
    menu,
    children: menus.filter(({ sid }) => sid === menu.id).map(lineOf),
  });
  return menus.filter(({ sid }) => !ids.has(sid)).map(lineOf);
};

/** A role below another, and how far. */
export interface RoleLine {
  readonly id: number;
  readonly name: string;
  /** 0 directly below. */
  readonly depth: number;
}

/** The roles below one, in the order of their tree. */
export const roleLines = (below: ShownRole['below']): RoleLine[] => {
  const ids = new Set(below.map(({ id }) => id));
  const under = (parent: number, depth: number): RoleLine[] =>
    below
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap(({ id, roleName }) => [{ id, name: roleName, depth }, ...under(id, depth + 1)]);
  // One in between may be another organisation's, and then is not among them.
  const roots = new Set(below.map(({ parent_id }) => parent_id).filter((id) => !ids.has(id)));
  return [...roots].flatMap((root) => under(root, 0));
};
