import { appendFile } from 'node:fs/promises';
import { truncate } from '../../domain/text';

export interface TextMessage {
  /** Mobile number of mainland China, 11 digits. */
  readonly phone: string;
  readonly text: string;
}

/** Thrown if a text message was not sent; the message is the gateway's. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure';
}

/** Sends a text message and resolves with the gateway's answer. @throws SmsFailure */
export type SendSms = (message: TextMessage) => Promise<string>;

/** Timeout of a whole call, ms. */
const CALL_TIMEOUT = 10_000;
const MAX_ANSWER_LENGTH = 200;

/**
 * Sends text messages over HTTP: POSTs `{"phone","text"}` as JSON to the gateway, with `Authorization: Bearer` if there
 * is a token. A status of 200 to 299 means that the message was accepted; docs/operations.md specifies this for
 * gateways.
 */
export const smsOverHttp =
  (url: string, token?: string): SendSms =>
  async ({ phone, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ phone, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_TIMEOUT),
    }).catch((error: Error) => {
      throw new SmsFailure(truncate(String(error.cause ?? error.message), MAX_ANSWER_LENGTH));
    });
    const answer = truncate(await response.text().catch(() => ''), MAX_ANSWER_LENGTH);
    if (!response.ok) throw new SmsFailure(`${response.status} ${answer}`.trim());
    return answer;
  };

/** Appends text messages to a file, a line of JSON each: for trials without a gateway. */
export const smsToFile =
  (path: string): SendSms =>
  async (message) => {
    const line = JSON.stringify({ at: new Date().toISOString(), ...message });
    await appendFile(path, `${line}\n`).catch((error: Error) => {
      throw new SmsFailure(truncate(error.message, MAX_ANSWER_LENGTH));
    });
    return '';
  };
