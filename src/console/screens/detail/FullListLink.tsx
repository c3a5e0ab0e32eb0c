import { Link } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import { pageKeyOf, useAccess } from '../../data';
import type { Filter } from '../list/listFilter';

/** Leads to an entity's own list, narrowed; nothing where no granted menu shows that list. */
export const FullListLink = ({ entity, filter }: { entity: AnyEntity; filter: Filter }) => {
  const translate = useTranslate();
  const { menus } = useAccess();
  const menu = menus.find(({ menu_url }) => pageKeyOf(menu_url) === entity.name);
  if (!menu) return null;
  const search = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <Link component={RouterLink} to={`/${menu.menu_code}?${search}`} variant="body2">
      {translate('screens.detail.fullList')}
    </Link>
  );
};
