import { type PropsWithChildren, useMemo } from 'react';
import type { Console, ReaderContext } from '../../config';
import { ownValue } from '../../domain/ownValue';
import { entitiesNeededBy, entitiesReadBy, followsLive } from '../../fields';
import type { MenuItem, OperHobbyConfigVo, OperVO } from '../../protocol';
import { requiredContext } from './requiredContext';

/** Signed-in operator with the granted menus; plain JSON. */
export interface Access {
  oper: OperVO;
  menus: MenuItem[];
  /** The operator's preferences, if the server stores them. */
  preferences?: OperHobbyConfigVo | null | undefined;
  /** Entities that the operator may list, as the server says; undefined for a server that does not. */
  reads?: readonly string[] | undefined;
  /** True if the operator may follow the live fleet; undefined for a server that does not say so. */
  live?: boolean | undefined;
  /** True if the server says that lists are narrowed by their filters. */
  filters?: boolean;
  /** True if the server says which roles have a page. */
  pageRoles?: boolean;
  /** True if the server mails lists to operators, false if it lacks a mail account for that. */
  sendsLists?: boolean;
  /** True if the server invites users that are added without a password. */
  invitations?: boolean;
}

/** True if at least one of the button codes or call paths is granted. */
export type HasGrant = (...keys: readonly (string | undefined)[]) => boolean;

/** User id of the system administrator, who may do everything. */
const ADMINISTRATOR = 1;

export const isAdministrator = ({ oper }: Access): boolean => Number(oper.id) === ADMINISTRATOR;

/**
 * Normalises the menus of a response: drops entries that are no menu or have no code, and converts empty values and
 * numbers of other servers to texts.
 */
export const parseMenus = (menus: unknown): MenuItem[] =>
  (Array.isArray(menus) ? menus : []).flatMap((menu: Partial<MenuItem> | null): MenuItem[] => {
    const code = textOf(menu?.menu_code);
    if (!menu || code === '') return [];
    const buttons = Array.isArray(menu.buttons) ? menu.buttons.filter(Boolean) : undefined;
    const { menu_url, menu_icon } = menu;
    const texts = { menu_code: code, menu_url: textOf(menu_url), menu_icon: textOf(menu_icon) };
    return [{ ...(menu as MenuItem), ...texts, buttons }];
  });

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Returns the key of `pages` for a menu's URL. Servers add a leading slash or `/index` at the end. */
export const pageKeyOf = (menuUrl: string): string =>
  menuUrl
    .trim()
    .replace(/^\/+/, '')
    .replace(/\/index$/, '');

/**
 * Collects the rights of all granted buttons, by code and path. It only hides controls: the server checks the same
 * rule.
 */
export const createGrants = (access: Access): HasGrant => {
  const buttons = access.menus.flatMap((menu) => menu.buttons ?? []);
  const granted = new Set(buttons.flatMap(({ btnCode, actionUrl }) => [btnCode, actionUrl]));
  const everything = isAdministrator(access);
  return (...keys) => everything || keys.some((key) => key !== undefined && granted.has(key));
};

/**
 * Entities that the operator may list: those that the server names or, if it names none, those that the menus cover. A
 * menu covers what its page cannot do without. Other entities that the page shows need a menu of their own page, unless
 * they have no page.
 */
export const readableEntities = (
  { reads, menus }: Access,
  declared: Console,
): ReadonlySet<string> => {
  const names = new Set(declared.entities.map(({ name }) => name as string));
  if (reads) return new Set(reads.filter((name) => names.has(name)));
  const pages = menus.map(({ menu_url }) => ownValue(declared.pages, pageKeyOf(menu_url)));
  const needed = pages.flatMap((page) => [...entitiesNeededBy(declared, page)]);
  const shownEntities = pages.flatMap((page) => [...entitiesReadBy(declared, page)]);
  const withPage = new Set(Object.values(declared.pages));
  return new Set([...needed, ...shownEntities.filter((name) => !withPage.has(name))]);
};

/** True if the operator may follow the live fleet: as the server says or, if it says nothing, if a menu's page does. */
export const mayFollowLive = (access: Access, declared: Console): boolean =>
  access.live ??
  (access.reads
    ? readableEntities(access, declared).has('device')
    : access.menus.some(({ menu_url }) =>
        followsLive(declared, ownValue(declared.pages, pageKeyOf(menu_url))),
      ));

const [AccessContext, useAccessContext] = requiredContext<{
  followsLive: boolean;
  access: Access;
  grants: HasGrant;
  readable: ReadonlySet<string>;
}>('AccessProvider');

/** Provides the rights to its children synchronously. */
export const AccessProvider = ({
  access,
  declared,
  children,
}: PropsWithChildren<{ access: Access; declared: Console }>) => {
  const value = useMemo(
    () => ({
      access,
      grants: createGrants(access),
      readable: readableEntities(access, declared),
      followsLive: mayFollowLive(access, declared),
    }),
    [access, declared],
  );
  return <AccessContext value={value}>{children}</AccessContext>;
};

export const useAccess = (): Access => useAccessContext().access;

/**
 * Returns the operator, their organisation, and whether it has a superior. Without this information from the server
 * there is no restriction.
 */
export const useReaderContext = (): ReaderContext => {
  const { oper } = useAccess();
  return useMemo(
    () => ({
      operId: oper.id,
      orgId: oper.orgVO?.id,
      hasSuperior: oper.orgVO?.hasSuperior === true,
    }),
    [oper],
  );
};

/**
 * Returns a function that is true if a button code or call path is granted: `useGrants()('device:seal',
 * '/command/seal')`.
 */
export const useGrants = (): HasGrant => useAccessContext().grants;

export const useReadableEntities = (): ReadonlySet<string> => useAccessContext().readable;

export const useCanRead = (name: string): boolean => useReadableEntities().has(name);

export const useFollowsLive = (): boolean => useAccessContext().followsLive;
