import type { AuthProvider } from 'react-admin';
import type { Console, Verb } from '../../config';
import { ApiError, type AuthAnswer, actionPath, buttonCode, CALL, verbPath } from '../../protocol';
import { type Access, createGrants, parseMenus, readableEntities } from './access';
import type { Failure, Http } from './http';
import { clearLogin, loginMemory, loginUrl, type Session, storeLoginNotice } from './session';
import type { Credentials } from './signIn';

/** What can go wrong on the way to the rights, besides what a call can. */
type AuthFailure = Failure | 'noPermissions' | 'hasError';

export interface ConsoleAuthProvider extends AuthProvider {
  /** @throws ApiError when the server refuses */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** The rights are asked for again at the next check. */
  forget(): void;
}

interface Options {
  http: Http;
  session: Session;
  declared: Console;
  encrypt: (password: string) => Promise<string>;
  failureText: (failure: AuthFailure) => string;
  /** The address of the page. */
  here: () => Pick<Location, 'pathname' | 'search' | 'hash'>;
  /** Signs in where an application has a login page of react-admin's kind. */
  signIn?: (credentials: Credentials) => Promise<unknown>;
  /**
   * Leaves the console by a full navigation, so that nothing of the session stays in memory; an application without it
   * is led to its login page by react-admin.
   */
  leave?: (url: string) => void;
}

/** What a login page of react-admin's kind hands over. */
type StockLogin = { readonly [K in keyof Credentials]?: unknown } | undefined;

/** A logout must not keep anybody waiting for a server that is gone. */
const LOGOUT_LIMIT = 3_000;

/** react-admin's gate: the rights are asked for once, and a session that is gone leads to the login page. */
export const createAuthProvider = (options: Options): ConsoleAuthProvider => {
  const { http, session, declared, encrypt, failureText, signIn, here, leave } = options;
  let loading: Promise<Access> | undefined;

  const fetchAccess = async (): Promise<Access> => {
    const answer = await http.post<AuthAnswer | null>(CALL.GET_AUTH);
    const oper = answer?.oper ?? loginMemory().oper;
    if (!answer || !oper) throw refusal('verificationFailed');
    const menus = parseMenus(answer.menus);
    if (menus.length === 0) throw refusal('noPermissions');
    session.renew(answer);
    const preferences = answer.operHobbyConfigVo ?? loginMemory().preferences;
    const reads = Array.isArray(answer.reads) ? answer.reads.map(String) : undefined;
    return { oper, menus, preferences, reads, ...(answer.filters === true && { filters: true }) };
  };
  const refusal = (code: AuthFailure) =>
    new ApiError(failureText(code), { kind: 'business', code });

  const load = (): Promise<Access> => {
    loading ??= fetchAccess().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  const forgetSession = () => {
    session.clear();
    clearLogin();
    loading = undefined;
  };

  return {
    /** With a name and a password signs in; without them leads to the login page, which needs no react-admin. */
    login: async (credentials: StockLogin) => {
      const { username = '', phone = '', password } = credentials ?? {};
      if (!signIn || typeof password !== 'string') return leave?.(loginUrl(here()));
      await signIn({ username: String(username), phone: String(phone), password });
      loading = undefined;
    },

    logout: async () => {
      const url = loginUrl(here());
      if (session.token()) {
        const signal = AbortSignal.timeout(LOGOUT_LIMIT);
        // Whatever the server says, here it is over.
        await http.post(CALL.LOGOUT, {}, { signal, quiet: true }).catch(() => undefined);
      }
      forgetSession();
      if (!leave) return '/login';
      leave(url);
      return false;
    },

    checkAuth: async () => {
      if (session.token()) {
        try {
          await load();
          return;
        } catch (error) {
          // The dialog of a lost session has the word, until it reloads the page.
          if (leave && isLost(error)) return new Promise(() => {});
          storeLoginNotice((error instanceof Error && error.message) || failureText('hasError'));
          forgetSession();
        }
      }
      throw { redirectTo: leave ? loginUrl(here()) : '/login', message: false };
    },

    /** No failed call ends the session: a lost one has its dialog where there is one, anything else its message. */
    checkError: async (error) => {
      if (!leave && isLost(error)) throw error;
    },

    /** Null for no session: react-admin shows nothing then. */
    getPermissions: () => (session.token() ? load().catch(() => null) : Promise.resolve(null)),

    getIdentity: async () => {
      const { oper } = await load();
      return { id: oper.id, fullName: oper.operName };
    },

    canAccess: async ({ resource, action }) => {
      const access = await load().catch(() => null);
      if (!access) return false;
      if (['list', 'show'].includes(action)) {
        return readableEntities(access, declared).has(resource);
      }
      const verb = VERB[action] ?? action;
      const entity = declared.entities.find(({ name }) => name === resource);
      const path = entity ? verbPath(entity, verb as Verb) : actionPath(resource, verb);
      return createGrants(access)(buttonCode(resource, verb), path);
    },

    changePassword: async (oldPassword, newPassword) => {
      await http.post(CALL.CHANGE_PASSWORD, {
        oldPassword: await encrypt(oldPassword),
        newPassword: await encrypt(newPassword),
      });
    },

    forget: () => {
      loading = undefined;
    },
  };
};

/** Whether the server no longer knows the session. */
const isLost = (error: unknown) => error instanceof ApiError && error.kind === 'session';

/** react-admin's words for ours. */
const VERB: Readonly<Record<string, string>> = { create: 'add', edit: 'update' };
