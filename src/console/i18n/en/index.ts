import english from 'ra-language-english';
import type { MessageTree } from '../messages';

export * from './entity';
export * from './login';
export * from './maps';
export * from './operations';
export * from './pages';
export * from './playback';
export * from './shell';

/** Messages of react-admin. Its own type allows missing messages. */
export const { ra } = english as { readonly ra: MessageTree };
