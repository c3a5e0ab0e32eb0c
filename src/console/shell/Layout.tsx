import { usePermissions } from 'ra-core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { CommandProvider } from '../commands';
import { type Access, GrantedProvider, LiveProvider, readableEntities } from '../data';
import { ExportsProvider } from './exports';
import { Frame } from './Frame';
import { MenuContext } from './MenuContext';
import { menuTree } from './routes/menuTree';
import { useShell } from './ShellContext';
import { TabsProvider } from './tabs/TabsProvider';

/** The frame around every page, and what the pages may rely on: rights, live data, commands, tabs. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const { permissions: access } = usePermissions<Access | null>();
  return access ? <Provided access={access}>{children}</Provided> : null;
};

const Provided = ({ access, children }: { access: Access; children: ReactNode }) => {
  const { declared, live } = useShell();
  const menus = useMemo(() => menuTree(access.menus, declared), [access, declared]);
  const watched = useMemo(
    () => readableEntities(access, declared).has('device'),
    [access, declared],
  );
  const tooDeep = menus.tooDeep.join(', ');
  useEffect(() => {
    if (tooDeep) reportError(new Error(`Menus deeper than two levels: ${tooDeep}`));
  }, [tooDeep]);
  return (
    <MenuContext value={menus}>
      <GrantedProvider access={access}>
        <LiveProvider live={live} enabled={watched}>
          <CommandProvider>
            <ExportsProvider>
              <TabsProvider>
                <Frame>{children}</Frame>
              </TabsProvider>
            </ExportsProvider>
          </CommandProvider>
        </LiveProvider>
      </GrantedProvider>
    </MenuContext>
  );
};
