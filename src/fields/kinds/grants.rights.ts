import type { Grants } from './grants.schema';

/** A menu that may be granted, or a group that holds such menus; names are in the reader's language. */
export interface GrantableMenu {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  /** A server need not tell it. */
  readonly icon?: string;
  /** Only holds others: it is seen with them, and cannot be granted itself. */
  readonly group: boolean;
  readonly buttons: readonly {
    readonly id: number;
    readonly name: string;
    /** As `icon`. */
    readonly code?: string;
  }[];
}

/** Permission to see a menu or to press one of its buttons. */
export interface Permission {
  readonly kind: keyof Grants;
  readonly id: number;
  /** The menu it is in. */
  readonly menu: number;
}

/** Node of the tree: a permission, or a group of some. */
export interface GrantNode {
  readonly key: string;
  /** Undefined for the right to see the menu above it. */
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

/** The tree of what may be granted; a menu whose parent is not among them stands at the top. */
export const grantTree = (menus: readonly GrantableMenu[]): GrantNode[] => {
  const ids = new Set(menus.map(({ id }) => id));
  return menus
    .filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
    .map((menu) => menuNode(menu, menus));
};

/** Returns the permissions of some nodes and of those below. */
export const rightsOf = (nodes: readonly GrantNode[]): Permission[] =>
  nodes.flatMap(({ permission, children }) => [
    ...(permission ? [permission] : []),
    ...rightsOf(children),
  ]);

const has = (value: Grants, { kind, id }: Permission): boolean => value[kind].includes(id);

/** Counts the granted ones among some permissions. */
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

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Grants permissions; a button grants its menu too. */
export const addGrants = ({ menus, buttons }: Grants, rights: readonly Permission[]): Grants => ({
  menus: inOrder([...menus, ...rights.map(({ menu }) => menu)]),
  buttons: inOrder([
    ...buttons,
    ...rights.filter(({ kind }) => kind === 'buttons').map(({ id }) => id),
  ]),
});

/** Revokes permissions; a menu revokes its buttons too. @param all every permission on offer */
export const removeGrants = (
  value: Grants,
  rights: readonly Permission[],
  all: readonly Permission[],
): Grants => {
  const menus = rights.filter(({ kind }) => kind === 'menus').map(({ id }) => id);
  const removedButtons = [
    ...rights.filter(({ kind }) => kind === 'buttons'),
    ...all.filter(({ kind, menu }) => kind === 'buttons' && menus.includes(menu)),
  ].map(({ id }) => id);
  return {
    menus: value.menus.filter((id) => !menus.includes(id)),
    buttons: value.buttons.filter((id) => !removedButtons.includes(id)),
  };
};

/** Returns the grants that are not on offer. */
export const excessGrants = (value: Grants, all: readonly Permission[]): Grants => {
  const offeredIds = (kind: keyof Grants) =>
    new Set(all.filter((right) => right.kind === kind).map(({ id }) => id));
  const [menus, buttons] = [offeredIds('menus'), offeredIds('buttons')];
  return {
    menus: value.menus.filter((id) => !menus.has(id)),
    buttons: value.buttons.filter((id) => !buttons.has(id)),
  };
};

/** Removes some grants from others. */
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

/** Visible row of the tree. */
export interface GrantRow {
  readonly node: GrantNode;
  /** 1 at the top. */
  readonly level: number;
  /** The key of the line it is in. */
  readonly parent?: string;
}

/** The lines in view, from top to bottom. */
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
