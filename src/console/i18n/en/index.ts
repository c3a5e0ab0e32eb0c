import english from 'ra-language-english';
import type { MessageTree } from '../language';

export * from './entity';
export * from './login';
export * from './maps';
export * from './operations';
export * from './pages';
export * from './playback';
export * from './shell';

/** What react-admin says. Its own type allows for messages that are not there. */
export const { ra } = english as { readonly ra: MessageTree };
