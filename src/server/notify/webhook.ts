import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { DEFAULT_LOCALE, type Label, textOf } from '../../domain/label';
import { lazySealer } from '../auth';
import { serverLabel } from '../calls/endpoint';
import type { Database } from '../db';

/** Reason for a failed webhook call; it reveals nothing about hosts in our own network. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';

  constructor(readonly reason: Label) {
    super(textOf(reason, DEFAULT_LOCALE));
  }
}

/** Secrets of webhooks, and calls to them. */
export interface Webhooks {
  /** True if the URL may be called. URLs of private networks and URLs without TLS may not. */
  isAllowed(url: string): boolean;
  /** Replaces a webhook's secret. The secret is returned only this once. */
  makeSecret(db: Database, id: number): Promise<string>;
  /** POSTs a signed body to a webhook. @returns the HTTP status, 200 to 299 @throws WebhookFailure */
  call(db: Database, id: number, body: string): Promise<number>;
}

const blockList = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

/** Special-purpose networks: https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-, and multicast. */
const SPECIAL_IPV4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** The first three are all but 2000::/3, in which all global unicast addresses are (RFC 4291). */
const SPECIAL_IPV6 = blockList('ipv6', [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/** True for a public IP address. The lists are apart, because a `BlockList` takes `::/3` for every IPv4 address too. */
const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !SPECIAL_IPV4.check(address, 'ipv4');
  return family === 6 && !SPECIAL_IPV6.check(address, 'ipv6');
};

const NOT_PUBLIC = serverLabel('notForwarded');

/**
 * Resolves a host and requires that all its addresses are public. Checking in the lookup itself guarantees that the
 * checked address is the one connected to.
 */
const publicLookup: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new WebhookFailure(NOT_PUBLIC), []);
    }
    const [{ address, family } = { address: '', family: 0 }] = addresses;
    return options.all ? done(null, addresses) : done(null, address, family);
  });

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Names of the own machine, whatever a resolver says (RFC 6761, 6.3). */
const OWN_HOST = /(^|\.)localhost\.?$/;

/**
 * Signature of a body: HMAC-SHA256 in hexadecimal, with the webhook's secret, of the time, a dot and the body.
 * docs/webhooks.md tells receivers how to verify it.
 * @param at epoch ms, as in the header `X-Sealdesk-Time`
 */
const signatureOf = (secret: string, at: number, body: string): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');

/** Timeout of a whole call, ms. */
const CALL_TIMEOUT = 8_000;
const SECRET_BYTES = 32;

interface Options {
  /** Also allows private networks and URLs without TLS. */
  readonly allowPrivate: boolean;
  /** Clock, epoch ms. */
  readonly now?: () => number;
}

/** Opens the webhooks of a database. Their secrets are stored encrypted. */
export const openWebhooks = (db: Database, { allowPrivate, now = Date.now }: Options): Webhooks => {
  const sealer = lazySealer(db, 'webhook');
  // Creates the installation's key at the start, so that no change of a record has to.
  sealer().catch(() => undefined);
  const isAllowed = (address: string): boolean => {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    if (allowPrivate) return /^https?:$/.test(url.protocol);
    const host = hostOf(url);
    if (url.protocol !== 'https:' || OWN_HOST.test(host)) return false;
    return isIP(host) === 0 || isPublicAddress(host);
  };
  return {
    isAllowed,
    makeSecret: async (on, id) => {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const sealed = (await sealer()).seal(secret);
      await on
        .insertInto('webhook_secret')
        .values({ webhook_id: id, sealed })
        .onConflict((conflict) =>
          conflict
            .column('webhook_id')
            .doUpdateSet((eb) => ({ sealed: eb.ref('excluded.sealed') })),
        )
        .execute();
      await on.updateTable('webhook').set({ has_secret: true }).where('id', '=', id).execute();
      return secret;
    },
    call: async (on, id, body) => {
      const row = await on
        .selectFrom('webhook')
        .leftJoin('webhook_secret', 'webhook_id', 'webhook.id')
        .select(['url', 'sealed'])
        .where('webhook.id', '=', id)
        .executeTakeFirst();
      if (!row) throw new WebhookFailure(['The webhook was deleted', '推送已删除']);
      const { url, sealed } = row;
      if (sealed === null) throw new WebhookFailure(['The webhook has no secret', '尚未生成密钥']);
      if (!isAllowed(url)) throw new WebhookFailure(NOT_PUBLIC);
      const at = now();
      const signature = signatureOf((await sealer()).open(sealed), at, body);
      const status = await post(new URL(url), body, {
        lookup: allowPrivate ? undefined : publicLookup,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Sealdesk',
          'x-sealdesk-time': String(at),
          'x-sealdesk-signature': signature,
        },
      });
      if (status < 200 || status > 299) {
        throw new WebhookFailure([`Answered ${status}`, `对方应答 ${status}`]);
      }
      return status;
    },
  };
};

/** Reason why a connection failed. It gives no details about the other server. */
const reasonOf = (error: NodeJS.ErrnoException): Label => {
  if (error instanceof WebhookFailure) return error.reason;
  if (/CERT|SELF_SIGNED|ALTNAME|ISSUER|VERIFY/.test(error.code ?? '')) {
    return ['The certificate is not trusted', '证书不受信任'];
  }
  return error.name === 'AbortError'
    ? ['No answer in time', '对方未在限定时间内应答']
    : ['Cannot be reached', '无法连接'];
};

/** POSTs a body and returns the status. Ignores the answer's body and does not follow redirects. */
const post = (
  url: URL,
  body: string,
  options: { readonly lookup?: LookupFunction; readonly headers: Record<string, string> },
): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(CALL_TIMEOUT);
    const call = request(url, { ...options, method: 'POST', agent: false, signal }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    call.on('error', (error) => reject(new WebhookFailure(reasonOf(error))));
    call.end(body);
  });
