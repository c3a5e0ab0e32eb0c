import { commands } from './commands';
import { maps } from './maps';
import { pages } from './pages';
import { reactAdmin } from './reactAdmin';
import { screens } from './screens';
import { search } from './search';
import { shell } from './shell';
import { signIn } from './signIn';

export const zh = { ...reactAdmin, ...signIn, commands, maps, pages, screens, search, shell };
