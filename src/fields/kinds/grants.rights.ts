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

/** One thing that can be given: to see a menu, or to press one of its buttons. */
export interface Right {
  readonly kind: keyof Grants;
  readonly id: number;
  /** The menu it is in. */
  readonly menu: number;
}

/** A line of the tree: a right, or what holds rights. */
export interface GrantNode {
  readonly key: string;
  /** Undefined for the right to see the menu above it. */
  readonly name?: string;
  readonly right?: Right;
  readonly children: readonly GrantNode[];
}

export const NO_GRANTS: Grants = { menus: [], buttons: [] };

const menuNode = (menu: GrantableMenu, all: readonly GrantableMenu[]): GrantNode => {
  const { id, name, group, buttons } = menu;
  const seen: Right = { kind: 'menus', id, menu: id };
  const below = all.filter(({ parent_id }) => parent_id === id).map((each) => menuNode(each, all));
  const pressed = buttons.map(
    (button): GrantNode => ({
      key: `button ${button.id}`,
      name: button.name,
      right: { kind: 'buttons', id: button.id, menu: id },
      children: [],
    }),
  );
  const key = `menu ${id}`;
  if (!group && below.length + pressed.length === 0)
    return { key, name, right: seen, children: [] };
  const look: GrantNode[] = group ? [] : [{ key: `see ${id}`, right: seen, children: [] }];
  return { key, name, children: [...look, ...pressed, ...below] };
};

/** The tree of what may be granted; a menu whose parent is not among them stands at the top. */
export const grantTree = (menus: readonly GrantableMenu[]): GrantNode[] => {
  const ids = new Set(menus.map(({ id }) => id));
  return menus
    .filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
    .map((menu) => menuNode(menu, menus));
};

/** Every right in some lines and below them. */
export const rightsOf = (nodes: readonly GrantNode[]): Right[] =>
  nodes.flatMap(({ right, children }) => [...(right ? [right] : []), ...rightsOf(children)]);

const has = (value: Grants, { kind, id }: Right): boolean => value[kind].includes(id);

/** How many of some rights are given. */
export const countGranted = (value: Grants, rights: readonly Right[]): number =>
  rights.filter((right) => has(value, right)).length;

export type Checked = 'true' | 'false' | 'mixed';

/** Whether all of a line is given, none, or some. */
export const checkState = (value: Grants, node: GrantNode): Checked => {
  const rights = rightsOf([node]);
  const given = countGranted(value, rights);
  if (given === 0) return 'false';
  return given === rights.length ? 'true' : 'mixed';
};

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Gives rights; a button brings its menu. */
export const addGrants = ({ menus, buttons }: Grants, rights: readonly Right[]): Grants => ({
  menus: inOrder([...menus, ...rights.map(({ menu }) => menu)]),
  buttons: inOrder([
    ...buttons,
    ...rights.filter(({ kind }) => kind === 'buttons').map(({ id }) => id),
  ]),
});

/** Takes rights; a menu takes its buttons with it. @param all every right that is offered */
export const removeGrants = (
  value: Grants,
  rights: readonly Right[],
  all: readonly Right[],
): Grants => {
  const menus = rights.filter(({ kind }) => kind === 'menus').map(({ id }) => id);
  const gone = [
    ...rights.filter(({ kind }) => kind === 'buttons'),
    ...all.filter(({ kind, menu }) => kind === 'buttons' && menus.includes(menu)),
  ].map(({ id }) => id);
  return {
    menus: value.menus.filter((id) => !menus.includes(id)),
    buttons: value.buttons.filter((id) => !gone.includes(id)),
  };
};

/** What is given though it is not among what may be. */
export const excessGrants = (value: Grants, all: readonly Right[]): Grants => {
  const offered = (kind: keyof Grants) =>
    new Set(all.filter((right) => right.kind === kind).map(({ id }) => id));
  const [menus, buttons] = [offered('menus'), offered('buttons')];
  return {
    menus: value.menus.filter((id) => !menus.has(id)),
    buttons: value.buttons.filter((id) => !buttons.has(id)),
  };
};

/** Some grants without others. */
export const subtractGrants = (value: Grants, others: Grants): Grants => ({
  menus: value.menus.filter((id) => !others.menus.includes(id)),
  buttons: value.buttons.filter((id) => !others.buttons.includes(id)),
});

/** The lines whose name holds a text, with all that is in them, and the way down to them. */
export const searchGrants = (nodes: readonly GrantNode[], typed: string): GrantNode[] => {
  const part = typed.trim().toLowerCase();
  if (part === '') return [...nodes];
  return nodes.flatMap((node): GrantNode[] => {
    if (node.name?.toLowerCase().includes(part)) return [node];
    const children = searchGrants(node.children, part);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
};

/** A line in view. */
export interface GrantLine {
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
): GrantLine[] =>
  nodes.flatMap((node) => [
    { node, level, parent },
    ...(isOpen(node) ? visibleLines(node.children, isOpen, level + 1, node.key) : []),
  ]);
