import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useReaderLocale } from '../reader';
import type { GrantableMenu } from './grants.rights';

/** The part of the console's data provider that these calls need. */
interface Caller {
  call<T>(path: string, body: object, options?: { signal?: AbortSignal }): Promise<T>;
}

/** A menu as a role sees it; the tree is flat, joined by `sid`. */
export interface VisibleMenu {
  readonly id: number;
  readonly sid: number;
  readonly menu_name?: string;
  readonly menu_code: string;
  readonly hidden: 'true' | 'false';
  readonly buttons?: readonly { readonly btnCode: string; readonly btnName: string }[];
}

/** What a role sees and may do, and the roles below it. */
export interface EffectiveRole {
  /** The system administrator's: nothing needs to be given to it. */
  readonly everything: boolean;
  readonly menus: readonly VisibleMenu[];
  readonly below: readonly {
    readonly id: number;
    readonly roleName: string;
    readonly parent_id: number;
  }[];
}

/** What may be granted to a role below another. @param superior its id; undefined while it is not chosen */
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

/** What a role sees. @param grants what it was given, so that a change is asked for anew */
export const useEffectiveRole = (id: number, grants: unknown) => {
  const locale = useReaderLocale();
  const { call } = useDataProvider() as unknown as Caller;
  return useQuery({
    queryKey: ['role', 'shown', id, locale, grants],
    queryFn: ({ signal }) => call<EffectiveRole>('/role/shown', { id }, { signal }),
  });
};
