import type { Label } from '../../domain/label';
import { roleLabels } from '../../domain/system';
import type { Grants } from './grants.schema';

/** Menu that can be granted, or a group of such menus. Names are in the reader's language. */
export interface GrantableMenu {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  /** Optional for a server. */
  readonly icon?: string;
  /** Key of the page that it opens. Optional for a server. */
  readonly page?: string;
  /** True for a group. It is visible with its menus and cannot be granted itself. */
  readonly group: boolean;
  readonly buttons: readonly {
    readonly id: number;
    readonly name: string;
    /** Optional for a server. */
    readonly code?: string;
  }[];
}

/** Permission to see a menu or to press one of its buttons. */
export interface Permission {
  readonly kind: keyof Grants;
  readonly id: number;
  readonly menu: number;
}

/** Node of the tree: a permission, or a group of permissions. */
export interface GrantNode {
  readonly key: string;
  /** Undefined for the permission to see the menu above it. */
  readonly name?: string;
  readonly permission?: Permission;
  readonly children: readonly GrantNode[];
}

export const NO_GRANTS: Grants = { menus: [], buttons: [] };

const menuNode = (menu: GrantableMenu, all: readonly GrantableMenu[]): GrantNode => {
  const { id, name, group, buttons } = menu;
  const viewPermission: Permission = { kind: 'menus', id, menu: id };
  const below = all.filter(({ parent_id }) => parent_id === id).map((each) => menuNode(each, all));
  const buttonNodes = buttons.map(
    (button): GrantNode => ({
      key: `button ${button.id}`,
      name: button.name,
      permission: { kind: 'buttons', id: button.id, menu: id },
      children: [],
    }),
  );
  const key = `menu ${id}`;
  if (!group && below.length + buttonNodes.length === 0)
    return { key, name, permission: viewPermission, children: [] };
  const viewNode: GrantNode[] = group
    ? []
    : [{ key: `see ${id}`, permission: viewPermission, children: [] }];
  return { key, name, children: [...viewNode, ...buttonNodes, ...below] };
};

/** Builds the tree of grantable menus. A menu whose parent is not among them becomes a root. */
export const grantTree = (menus: readonly GrantableMenu[]): GrantNode[] => {
  const ids = new Set(menus.map(({ id }) => id));
  return menus
    .filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
    .map((menu) => menuNode(menu, menus));
};

/** Returns the permissions of nodes and their descendants. */
export const rightsOf = (nodes: readonly GrantNode[]): Permission[] =>
  nodes.flatMap(({ permission, children }) => [
    ...(permission ? [permission] : []),
    ...rightsOf(children),
  ]);

const has = (value: Grants, { kind, id }: Permission): boolean => value[kind].includes(id);

export const countGranted = (value: Grants, rights: readonly Permission[]): number =>
  rights.filter((right) => has(value, right)).length;

export type Checked = 'true' | 'false' | 'mixed';

/** Returns 'true' if all of a node is granted, 'false' if none, 'mixed' if some. */
export const checkState = (value: Grants, node: GrantNode): Checked => {
  const rights = rightsOf([node]);
  const grantedCount = countGranted(value, rights);
  if (grantedCount === 0) return 'false';
  return grantedCount === rights.length ? 'true' : 'mixed';
};

const idsOf = (rights: readonly Permission[], of: keyof Grants): number[] =>
  rights.filter(({ kind }) => kind === of).map(({ id }) => id);

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Grants permissions. A button grants its menu too. */
export const addGrants = ({ menus, buttons }: Grants, rights: readonly Permission[]): Grants => ({
  menus: inOrder([...menus, ...rights.map(({ menu }) => menu)]),
  buttons: inOrder([...buttons, ...idsOf(rights, 'buttons')]),
});

/** Revokes permissions. A menu revokes its buttons too. @param all all grantable permissions */
export const removeGrants = (
  value: Grants,
  rights: readonly Permission[],
  all: readonly Permission[],
): Grants => {
  const menus = idsOf(rights, 'menus');
  const inMenus = all.filter(({ menu }) => menus.includes(menu));
  const buttons = [...idsOf(rights, 'buttons'), ...idsOf(inMenus, 'buttons')];
  return subtractGrants(value, { menus, buttons });
};

/** Returns the grants that are not grantable. */
export const excessGrants = (value: Grants, all: readonly Permission[]): Grants =>
  subtractGrants(value, { menus: idsOf(all, 'menus'), buttons: idsOf(all, 'buttons') });

export const subtractGrants = (value: Grants, removed: Grants): Grants => ({
  menus: value.menus.filter((id) => !removed.menus.includes(id)),
  buttons: value.buttons.filter((id) => !removed.buttons.includes(id)),
});

/** Keeps the nodes whose name contains the query, with their descendants and ancestors. */
export const searchGrants = (nodes: readonly GrantNode[], query: string): GrantNode[] => {
  const part = query.trim().toLowerCase();
  if (part === '') return [...nodes];
  return nodes.flatMap((node): GrantNode[] => {
    if (node.name?.toLowerCase().includes(part)) return [node];
    const children = searchGrants(node.children, part);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
};

export interface GrantRow {
  readonly node: GrantNode;
  /** 1 at the top. */
  readonly level: number;
  readonly parent?: string;
}

export const visibleLines = (
  nodes: readonly GrantNode[],
  isOpen: (node: GrantNode) => boolean,
  level = 1,
  parent?: string,
): GrantRow[] =>
  nodes.flatMap((node) => [
    { node, level, parent },
    ...(isOpen(node) ? visibleLines(node.children, isOpen, level + 1, node.key) : []),
  ]);

/** Role that the form of a user offers to create: the keys of its pages, and the codes of its buttons. */
interface ReadyRole {
  readonly label: Label;
  readonly pages: readonly string[];
  readonly buttons: readonly string[];
}

/** Start of the keys of the pages with the fleet's map. */
const MAP = 'map/';

const isMap = ({ page = '' }: GrantableMenu): boolean => page.startsWith(MAP);

export const readyRoles: readonly ReadyRole[] = [
  { label: roleLabels.sealOnly, pages: ['device'], buttons: ['device:seal'] },
  {
    label: roleLabels.lookOnly,
    pages: [
      ...['dashboard', 'device', 'latestData', 'playback', 'lockHistory', 'alertRecord'],
      ...['deviceLocationRecord', 'statusChangeRecord'],
    ],
    buttons: [],
  },
];

/** Returns the grants of a ready role, with the maps; undefined if one of its buttons or all its pages are missing. */
export const readyGrants = (
  menus: readonly GrantableMenu[],
  { pages, buttons }: ReadyRole,
): Grants | undefined => {
  const visible = menus.filter((menu) => isMap(menu) || pages.includes(menu.page ?? ''));
  const pressed = visible.flatMap((menu) =>
    menu.buttons.filter(({ code }) => buttons.includes(code ?? '')),
  );
  if (visible.length === 0 || pressed.length < buttons.length) return undefined;
  return {
    menus: inOrder(visible.map(({ id }) => id)),
    buttons: inOrder(pressed.map(({ id }) => id)),
  };
};

/** Returns the grants that a copy of others can have. */
export const copiedGrants = (menus: readonly GrantableMenu[], grants: Grants): Grants =>
  subtractGrants(grants, excessGrants(grants, rightsOf(grantTree(menus))));

/**
 * Returns the maps to add to grants with a command but without a page that shows the locks on a map; undefined if there
 * is nothing to add.
 * @param isCommand true for the code of a button that sends a command
 */
export const missingMaps = (
  menus: readonly GrantableMenu[],
  value: Grants,
  isCommand: (code: string) => boolean,
): Grants | undefined => {
  const maps = menus.filter(isMap).map(({ id }) => id);
  const commands = menus
    .flatMap(({ buttons }) => buttons)
    .filter(({ id, code = '' }) => value.buttons.includes(id) && isCommand(code));
  if (commands.length === 0 || maps.length === 0) return undefined;
  return maps.some((id) => value.menus.includes(id)) ? undefined : { menus: maps, buttons: [] };
};
