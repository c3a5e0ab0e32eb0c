import { Tab, Tabs } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { type MenuRoute, pageTitle } from '../app/menus';

interface Props {
  readonly route: MenuRoute;
  readonly twins: readonly MenuRoute[];
}

/** Tabs between the lists of one page. */
export const TwinTabs = ({ route, twins }: Props) => {
  const translate = useTranslate();
  return (
    <Tabs
      value={route.code}
      variant="scrollable"
      scrollButtons={false}
      aria-label={translate('shell.twins')}
      sx={{ px: 1, minHeight: 36, borderBottom: 1, borderColor: 'divider', displayPrint: 'none' }}
    >
      {twins.map((twin) => (
        <Tab
          key={twin.code}
          component={Link}
          to={twin.path}
          value={twin.code}
          label={pageTitle(translate, twin)}
          sx={{ minHeight: 36, py: 0.5 }}
        />
      ))}
    </Tabs>
  );
};
