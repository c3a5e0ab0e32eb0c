import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Console, Page, ReaderContext } from '../../config';
import { schemaOf } from '../../fields';
import type { MenuItem, OperHobbyConfigVo, OperVO } from '../../protocol';
import { fieldsOf } from './wire';

/** Who is signed in and what the server lets them see; plain JSON. */
export interface Access {
  oper: OperVO;
  menus: MenuItem[];
  /** The operator's own settings, where the server keeps them. */
  preferences?: OperHobbyConfigVo | null | undefined;
  /** Entities that the operator may list, as the server says; undefined for a server that does not. */
  reads?: readonly string[] | undefined;
  /** True if the server says that lists are narrowed by their filters. */
  filters?: boolean;
}

/** Whether one of some button codes or call paths is granted. */
export type HasGrant = (...keys: readonly (string | undefined)[]) => boolean;

/** User id 1 is the system administrator, who may do everything. */
const ADMINISTRATOR = 1;

export const isAdministrator = ({ oper }: Access): boolean => Number(oper.id) === ADMINISTRATOR;

/**
 * The menus of an answer: what is no menu, or names no address, is left out, and what another server leaves empty or
 * writes as a number is the text it stands for.
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

/** The key of `pages` that a menu's url names; servers write it with a slash in front or `/index` behind. */
export const pageKeyOf = (menuUrl: string): string =>
  menuUrl
    .trim()
    .replace(/^\/+/, '')
    .replace(/\/index$/, '');

/** The rights of all granted buttons, by code and by path. Cosmetic: the server refuses by the same rule. */
export const createGrants = (access: Access): HasGrant => {
  const buttons = access.menus.flatMap((menu) => menu.buttons ?? []);
  const granted = new Set(buttons.flatMap(({ btnCode, actionUrl }) => [btnCode, actionUrl]));
  const everything = isAdministrator(access);
  return (...keys) => everything || keys.some((key) => key !== undefined && granted.has(key));
};

/**
 * Entities that the operator may list: as the server says, else as the menus do. A menu covers what its page cannot do
 * without. What the page shows besides needs a menu with a page of its own, unless it has no such page.
 */
export const readableEntities = (
  { reads, menus }: Access,
  declared: Console,
): ReadonlySet<string> => {
  if (reads) return new Set(reads.filter((name) => entityOf(name, declared)));
  const pages = menus.flatMap(({ menu_url }) => declared.pages[pageKeyOf(menu_url)] ?? []);
  const withPage = new Set(Object.values(declared.pages));
  return new Set([
    ...pages.flatMap((page) => requiredBy(page, declared)),
    ...pages.flatMap((page) => optionalIn(page, declared)).filter((name) => !withPage.has(name)),
  ]);
};

const requiredBy = (page: Page, declared: Console): string[] =>
  typeof page === 'string'
    ? withTargets(page, declared)
    : (page.reads ?? [])
        .filter((name) => !page.optional?.includes(name))
        .flatMap((name) => withTargets(name, declared));

const optionalIn = (page: Page, declared: Console): string[] =>
  typeof page === 'string'
    ? [...relatedTo(page, declared), ...tabReads(page, declared)]
    : (page.optional ?? []).flatMap((name) => withTargets(name, declared));

const entityOf = (name: string, { entities }: Console) =>
  entities.find((entity) => entity.name === name);

const withTargets = (name: string, declared: Console): string[] => {
  const entity = entityOf(name, declared);
  if (!entity) return [];
  const refs = Object.values(fieldsOf(entity)).filter((field) => schemaOf(field).references);
  return [name, ...refs.map(({ of }) => of as string)];
};

const relatedTo = (name: string, declared: Console): string[] =>
  (entityOf(name, declared)?.related ?? []).flatMap(({ entity, through, granted }) => [
    ...(granted ? [] : [entity]),
    ...(through ? [through.entity] : []),
  ]);

const tabReads = (name: string, declared: Console): string[] =>
  Object.values(declared.tabs[name] ?? {}).flatMap(({ reads }) =>
    reads.flatMap((entityName) => withTargets(entityName, declared)),
  );

interface AccessContextValue {
  access: Access;
  grants: HasGrant;
}

const AccessContext = createContext<AccessContextValue | null>(null);

/** Lets everything inside ask for rights without waiting. */
export const AccessProvider = ({ access, children }: { access: Access; children: ReactNode }) => {
  const value = useMemo(() => ({ access, grants: createGrants(access) }), [access]);
  return <AccessContext value={value}>{children}</AccessContext>;
};

const useAccessContext = (): AccessContextValue => {
  const value = useContext(AccessContext);
  if (!value) throw new Error('Rights are known inside of AccessProvider only');
  return value;
};

/** Who is signed in and with which menus. */
export const useAccess = (): Access => useAccessContext().access;

/** Who the reader is and where their organisation stands; a server that does not tell sets no limit by it. */
export const useReaderContext = (): ReaderContext => {
  const { id, orgVO } = useAccess().oper;
  return { operId: id, orgId: orgVO?.id, hasSuperior: orgVO?.hasSuperior === true };
};

/** Whether one of some button codes or call paths is granted: `useGrants()('device:seal', '/command/seal')`. */
export const useGrants = (): HasGrant => useAccessContext().grants;
