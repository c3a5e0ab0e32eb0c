import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { type Locale, textOf } from '../../domain/label';
import { useReaderLocale } from '../views/reader';
import type { GrantableMenu } from './grants.rights';

/** The method of the console's data provider that these calls need. */
interface Caller {
  call<T>(path: string, body: object, options?: { signal?: AbortSignal }): Promise<T>;
}

/** Menu visible to a role. The tree is sent as a flat list, linked by `sid`. */
export interface VisibleMenu {
  readonly id: number;
  readonly sid: number;
  readonly menu_name?: string;
  readonly menu_code: string;
  /** Key of the page that it opens. Optional for a server. */
  readonly menu_url?: string;
  readonly hidden: 'true' | 'false';
  readonly buttons?: readonly { readonly btnCode: string; readonly btnName: string }[];
}

/** Effective menus and buttons of a role, and its subordinate roles. */
export interface EffectiveRole {
  /** True for the system administrator, who needs no grants. */
  readonly everything: boolean;
  readonly menus: readonly VisibleMenu[];
  readonly below: readonly {
    readonly id: number;
    readonly roleName: string;
    readonly parent_id: number;
  }[];
}

/** Names a menu. Maps, which are one page in the sidebar, carry its name: "Map: Amap". */
export const menuName = (name: string, page: string | undefined, locale: Locale): string =>
  page?.startsWith('map/') ? textOf([`Map: ${name}`, `地图：${name}`], locale) : name;

/** Loads the menus that can be granted below a role. @param superior id of that role; undefined until it is chosen */
export const useGrantable = (superior: number | undefined) => {
  const locale = useReaderLocale();
  const { call } = useDataProvider() as unknown as Caller;
  return useQuery({
    queryKey: ['role', 'grantable', superior, locale],
    queryFn: async ({ signal }) => {
      const body = { parent_id: superior };
      const { menus } = await call<{ menus: GrantableMenu[] }>('/role/grantable', body, { signal });
      return menus.map((menu) => ({ ...menu, name: menuName(menu.name, menu.page, locale) }));
    },
    enabled: superior !== undefined,
  });
};

/** Loads the effective rights of a role. @param grants its grants, so that a change triggers a refetch */
export const useEffectiveRole = (id: number, grants: unknown) => {
  const locale = useReaderLocale();
  const { call } = useDataProvider() as unknown as Caller;
  return useQuery({
    queryKey: ['role', 'shown', id, locale, grants],
    queryFn: async ({ signal }) => {
      const role = await call<EffectiveRole>('/role/shown', { id }, { signal });
      const menus = role.menus.map((menu) => ({
        ...menu,
        menu_name: menuName(menu.menu_name ?? menu.menu_code, menu.menu_url, locale),
      }));
      return { ...role, menus };
    },
  });
};
