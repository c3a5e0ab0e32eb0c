import { commands } from './commands';
import { maps } from './maps';
import { pages } from './pages';
import { reactAdmin } from './reactAdmin';
import { screens } from './screens';
import { search } from './search';
import { shell } from './shell';
import { signIn } from './signIn';

/** Everything the console says, a file per room. */
export const en = { ...reactAdmin, ...signIn, commands, maps, pages, screens, search, shell };
