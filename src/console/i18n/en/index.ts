import { charts } from './charts';
import { commands } from './commands';
import { dashboard } from './dashboard';
import { device } from './device';
import { maps } from './maps';
import { offers } from './offers';
import { pages } from './pages';
import { picker } from './picker';
import { profile } from './profile';
import { reactAdmin } from './reactAdmin';
import { screens } from './screens';
import { search } from './search';
import { settings } from './settings';
import { shell } from './shell';
import { signIn } from './signIn';
import { tabs } from './tabs';

/** Everything the console says, a file per room. */
export const en = {
  ...reactAdmin,
  ...signIn,
  charts,
  commands,
  dashboard,
  device,
  maps,
  offers,
  pages,
  picker,
  profile,
  screens,
  search,
  settings,
  shell,
  tabs,
};
