import { Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { hidden } from '../parts/hidden';
import { useScreen } from '../parts/ScreenContext';

/** What the list is called in the menu; two menus may show one entity. */
export const ListTitle = ({ unseen = false }: { unseen?: boolean }) => {
  const { entity, menuCode } = useScreen();
  const translate = useTranslate();
  const text = useText();
  return (
    <Typography variant="h5" component="h1" sx={unseen ? hidden : { mr: 0.5 }}>
      {translate(`menus.${menuCode}`, { _: text(entity.label) })}
    </Typography>
  );
};
