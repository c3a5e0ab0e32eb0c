import { LRUCache } from 'lru-cache';
import { MINUTE, SECOND } from '../../domain/duration';
import type { Label, Locale } from '../../domain/label';
import { isRecord } from '../../protocol';
import { serverLabel, type TextName } from '../calls/endpoint';

/** Session of Google's Map Tiles API, or the reason why there is none. */
type TileSession = { readonly session: string } | { readonly problem: Label };

/** Key of the deployment, and the console that uses it. */
interface TileClient {
  readonly key: string;
  readonly locale: Locale;
  /** Origin of the console. Google checks it if the key is restricted to websites. */
  readonly origin: string;
}

const REQUEST_TIMEOUT = 8 * SECOND;
/** Time before a refused request is repeated, ms. */
const REFUSAL_TTL = MINUTE;
/** Part of a session's lifetime after which it is replaced. */
const RENEWAL = 0.9;
/** Sessions kept: one for each language of the current key, and those of earlier keys. */
const MAX_SESSIONS = 8;

const LANGUAGES: Readonly<Record<Locale, { readonly language: string; readonly region: string }>> =
  {
    en: { language: 'en-US', region: 'US' },
    zh: { language: 'zh-CN', region: 'CN' },
  };

/** Sentences by the reason in `google.rpc.ErrorInfo`. */
const REFUSALS: Readonly<Record<string, TextName>> = {
  API_KEY_INVALID: 'tileKeyUnknown',
  BILLING_DISABLED: 'tileBilling',
  SERVICE_DISABLED: 'tileServiceOff',
  API_KEY_SERVICE_BLOCKED: 'tileServiceBlocked',
  API_KEY_HTTP_REFERRER_BLOCKED: 'tileReferrer',
  API_KEY_IP_ADDRESS_BLOCKED: 'tileKeyKind',
  API_KEY_ANDROID_APP_BLOCKED: 'tileKeyKind',
  API_KEY_IOS_APP_BLOCKED: 'tileKeyKind',
  RATE_LIMIT_EXCEEDED: 'tileQuota',
  RESOURCE_QUOTA_EXCEEDED: 'tileQuota',
  CONSUMER_SUSPENDED: 'tileSuspended',
  CONSUMER_INVALID: 'tileSuspended',
};

const TOO_MANY_REQUESTS = 429;

/** Turns Google's error answer into a sentence that says what to do. */
const refusalOf = (status: number, body: unknown, origin: string): Label => {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const details: readonly unknown[] = Array.isArray(error.details) ? error.details : [];
  const reasons = details.flatMap((each) => (isRecord(each) ? String(each.reason ?? '') : []));
  const reason = reasons.find((each) => Object.hasOwn(REFUSALS, each));
  const name = reason && REFUSALS[reason];
  if (name) return serverLabel(name, { origin });
  if (status === TOO_MANY_REQUESTS) return serverLabel('tileQuota');
  return serverLabel('tileRefused', { why: String(error.message ?? `HTTP ${status}`) });
};

interface Stored {
  readonly answer: TileSession;
  readonly origin: string;
  /** Epoch ms. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/**
 * Returns a function for the session of a key and language, which all browsers share. A new one replaces it before it
 * expires. A refusal counts only for the origin that it names, because a client chooses its `Host`.
 * @param base origin of the Map Tiles API
 * @param now clock, epoch ms
 */
export const openTileSessions = (base: string, now: () => number) => {
  const stored = new LRUCache<string, Promise<Stored>>({ max: MAX_SESSIONS });

  const refused = (problem: Label, origin: string): Stored => {
    const until = now() + REFUSAL_TTL;
    return { answer: { problem }, origin, renewAt: until, expiresAt: until };
  };

  const isCurrent = ({ answer, origin, renewAt }: Stored, client: TileClient): boolean =>
    renewAt > now() && ('session' in answer || origin === client.origin);

  const create = async ({ key, locale, origin }: TileClient): Promise<Stored> => {
    const url = `${base}/v1/createSession?key=${encodeURIComponent(key)}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', referer: `${origin}/` },
      body: JSON.stringify({ mapType: 'roadmap', ...LANGUAGES[locale] }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    }).catch(() => undefined);
    if (!response) {
      return refused(serverLabel('tileUnreachable', { host: new URL(base).host }), origin);
    }
    const body: unknown = await response.json().catch(() => undefined);
    const { session, expiry } = isRecord(body) ? body : {};
    if (!response.ok || typeof session !== 'string') {
      return refused(refusalOf(response.status, body, origin), origin);
    }
    const expiresAt = Number(expiry) * SECOND || now() + MINUTE;
    const renewAt = now() + RENEWAL * (expiresAt - now());
    return { answer: { session }, origin, renewAt, expiresAt };
  };

  /** Replaces a session. If that is refused, the earlier one serves until it expires. */
  const renew = async (client: TileClient, before: Stored): Promise<Stored> => {
    const next = await create(client);
    const isUsable = 'session' in before.answer && before.expiresAt > now();
    return 'problem' in next.answer && isUsable ? { ...before, renewAt: next.renewAt } : next;
  };

  return async (client: TileClient): Promise<TileSession> => {
    const id = JSON.stringify([client.key, client.locale]);
    const running = stored.get(id);
    const current = await running;
    if (current && isCurrent(current, client)) return current.answer;
    // Another call may have begun to renew it meanwhile.
    const other = stored.get(id);
    if (other && other !== running) return (await other).answer;
    const next = current ? renew(client, current) : create(client);
    stored.set(id, next);
    return (await next).answer;
  };
};
