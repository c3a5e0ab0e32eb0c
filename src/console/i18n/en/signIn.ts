import { data } from './data';
import { login } from './login';

/** Everything the login page can say. */
export const signIn = { data, login };
