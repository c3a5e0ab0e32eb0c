import english from 'ra-language-english';
import type { MessageTree } from '../language';

/** What react-admin says. Its own type allows for messages that are not there. */
export const reactAdmin = english as MessageTree;
