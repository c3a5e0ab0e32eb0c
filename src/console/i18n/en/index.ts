import { commands } from './commands';
import { maps } from './maps';
import { pages } from './pages';
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
  commands,
  maps,
  pages,
  profile,
  screens,
  search,
  settings,
  shell,
  tabs,
};
