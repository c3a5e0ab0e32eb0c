import type { AuthProvider } from 'react-admin';
import type { Console, Verb } from '../../config';
import { ApiError, actionPath, buttonCode, CALL, verbPath } from '../../protocol';
import { type Access, createGrants, parseMenus, readableEntities } from './access';
import type { Failure, Http } from './http';
import { clearLogin, loginMemory, loginUrl, type Session, storeLoginNotice } from './session';
import type { Credentials } from './signIn';
import { typedCalls } from './typedCalls';

/** Failures of loading the rights, in addition to those of a call. */
type AuthFailure = Failure | 'noPermissions' | 'hasError';

export interface ConsoleAuthProvider extends AuthProvider {
  /** @throws ApiError if the server refuses */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Clears the cached rights; the next check loads them again. */
  forget(): void;
}

interface Options {
  http: Http;
  session: Session;
  declared: Console;
  encrypt: (password: string) => Promise<string>;
  failureText: (failure: AuthFailure) => string;
  /** URL of the current page. */
  here: () => Pick<Location, 'pathname' | 'search' | 'hash'>;
  /** Signs in for an application that uses react-admin's login page. */
  signIn?: (credentials: Credentials) => Promise<unknown>;
  /**
   * Leaves the console by a full navigation, so that no session data stays in memory. Without it react-admin redirects
   * to the login page of the application.
   */
  leave?: (url: string) => void;
}

/** Values that react-admin's login page passes; undefined from other callers. */
type LoginFormValues = { readonly [K in keyof Credentials]?: unknown } | undefined;

/** Timeout of the logout call, ms. A server that is down must not delay the logout. */
const LOGOUT_TIMEOUT = 3_000;

/** Creates the authProvider. It loads the rights once and redirects to the login page if the session is lost. */
export const createAuthProvider = (options: Options): ConsoleAuthProvider => {
  const { http, session, declared, encrypt, failureText, signIn, here, leave } = options;
  const rights = createRightsLoader(options);

  const forgetSession = () => {
    session.clear();
    clearLogin();
    rights.forget();
  };

  return {
    /**
     * Signs in with a user name or phone number and a password. Without them opens the login page, which does not load
     * react-admin.
     */
    login: async (credentials: LoginFormValues) => {
      const { username = '', phone = '', password } = credentials ?? {};
      if (!signIn || typeof password !== 'string') return leave?.(loginUrl(here()));
      await signIn({ username: String(username), phone: String(phone), password });
      rights.forget();
    },

    logout: async () => {
      const url = loginUrl(here());
      if (session.token()) {
        const signal = AbortSignal.timeout(LOGOUT_TIMEOUT);
        // The local session ends regardless of the response.
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
          await rights.load();
          return;
        } catch (error) {
          // The session-lost dialog stays open until it reloads the page.
          if (leave && isLost(error)) return new Promise(() => {});
          storeLoginNotice((error instanceof Error && error.message) || failureText('hasError'));
          forgetSession();
        }
      }
      throw { redirectTo: leave ? loginUrl(here()) : '/login', message: false };
    },

    /**
     * A failed call never ends the session here. The session-lost dialog handles a lost one if there is one; any other
     * error is shown.
     */
    checkError: async (error) => {
      if (!leave && isLost(error)) throw error;
    },

    /** Null without a session: react-admin then renders nothing. */
    getPermissions: () =>
      session.token() ? rights.load().catch(() => null) : Promise.resolve(null),

    getIdentity: async () => {
      const { oper } = await rights.load();
      return { id: oper.id, fullName: oper.operName };
    },

    canAccess: async ({ resource, action }) => {
      const access = await rights.load().catch(() => null);
      if (!access) return false;
      if (['list', 'show'].includes(action)) {
        return readableEntities(access, declared).has(resource);
      }
      const verb = VERB.get(action) ?? action;
      const entity = declared.entities.find(({ name }) => name === resource);
      const path = entity ? verbPath(entity, verb as Verb) : actionPath(resource, verb);
      return createGrants(access)(buttonCode(resource, verb), path);
    },

    changePassword: async (oldPassword, newPassword) => {
      await typedCalls(http.post)(CALL.CHANGE_PASSWORD, {
        oldPassword: await encrypt(oldPassword),
        newPassword: await encrypt(newPassword),
      });
    },

    forget: rights.forget,
  };
};

/** Loads the operator's rights once, and again after a failure or `forget`. */
const createRightsLoader = ({ http, session, failureText }: Options) => {
  let loading: Promise<Access> | undefined;

  const refusal = (code: AuthFailure) =>
    new ApiError(failureText(code), { kind: 'business', code });
  const fetchAccess = async (): Promise<Access> => {
    const answer = await typedCalls(http.post)(CALL.GET_AUTH, {});
    const oper = answer?.oper ?? loginMemory().oper;
    if (!answer || !oper) throw refusal('verificationFailed');
    const menus = parseMenus(answer.menus);
    if (menus.length === 0) throw refusal('noPermissions');
    session.renew(answer);
    const preferences = answer.operHobbyConfigVo ?? loginMemory().preferences;
    const reads = Array.isArray(answer.reads) ? answer.reads.map(String) : undefined;
    return {
      oper,
      menus,
      preferences,
      reads,
      ...(typeof answer.live === 'boolean' && { live: answer.live }),
      ...(answer.filters === true && { filters: true }),
      ...(answer.pageRoles === true && { pageRoles: true }),
      ...(typeof answer.sendsLists === 'boolean' && { sendsLists: answer.sendsLists }),
      ...(answer.invitations === true && { invitations: true }),
    };
  };

  return {
    load: (): Promise<Access> => {
      loading ??= fetchAccess().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    forget: () => {
      loading = undefined;
    },
  };
};

/** True if the server no longer accepts the session. */
const isLost = (error: unknown) => error instanceof ApiError && error.kind === 'session';

/** Our verbs by react-admin's actions. */
const VERB: ReadonlyMap<string, string> = new Map([
  ['create', 'add'],
  ['edit', 'update'],
]);
