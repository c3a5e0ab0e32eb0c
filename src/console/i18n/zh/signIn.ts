import { data } from './data';
import { login } from './login';

export const signIn = { data, login };
