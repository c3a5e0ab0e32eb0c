import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
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

/** Loads the menus that can be granted below a role. @param superior id of that role; undefined until it is chosen */
export const useGrantable = (superior: number | undefined) => {
  const locale = useReaderLocale();
  const { call } = useDataProvider() as unknown as Caller;
  return useQuery({
    queryKey: ['role', 'grantable', superior, locale],
    queryFn: async ({ signal }) =>
      (
        await call<{ menus: GrantableMenu[] }>(
          '/role/grantable',
          { parent_id: superior },
          { signal },
        )
      ).menus,
    enabled: superior !== undefined,
  });
};

/** Loads the effective rights of a role. @param grants its grants, so that a change triggers a refetch */
export const useEffectiveRole = (id: number, grants: unknown) => {
  const locale = useReaderLocale();
  const { call } = useDataProvider() as unknown as Caller;
  return useQuery({
    queryKey: ['role', 'shown', id, locale, grants],
    queryFn: ({ signal }) => call<EffectiveRole>('/role/shown', { id }, { signal }),
  });
};
