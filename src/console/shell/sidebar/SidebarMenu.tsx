import { List } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMenus } from '../MenuContext';
import { FlyOutGroup } from './FlyOutGroup';
import { FoldingGroup } from './FoldingGroup';
import { SidebarLink } from './SidebarLink';

/** All entries of the menu. @param wide with words, else icons alone */
export const SidebarMenu = ({ wide }: { wide: boolean }) => {
  const translate = useTranslate();
  const { entries } = useMenus();
  const Group = wide ? FoldingGroup : FlyOutGroup;
  return (
    <List component="nav" aria-label={translate('shell.sidebar.label')} sx={{ px: 0.75, py: 1 }}>
      {entries.map((entry) =>
        entry.children.length === 0 && entry.route ? (
          <SidebarLink key={entry.code} route={entry.route} icon={entry.icon} wide={wide} />
        ) : (
          <Group key={entry.code} entry={entry} />
        ),
      )}
    </List>
  );
};
