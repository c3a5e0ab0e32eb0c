import { appendFile } from 'node:fs/promises';

/** A text message. */
export interface TextMessage {
  /** A mainland mobile number of 11 digits. */
  readonly phone: string;
  readonly text: string;
}

/** Why a text message did not go, in the gateway's words. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure';
}

/** Sends a text message; resolves with what the gateway said. @throws SmsFailure */
export type SendSms = (message: TextMessage) => Promise<string>;

/** Timeout of a whole call, ms. */
const CALL_TIMEOUT = 10_000;
/** Stored characters of an answer. */
const MAX_ANSWER_LENGTH = 200;

/**
 * Over HTTP: POST of `{"phone","text"}` as JSON to the gateway, with `Authorization: Bearer` where there is a token. Any
 * status of 200 to 299 means that the message was taken; README says so to whoever runs the gateway.
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
      throw new SmsFailure(String(error.cause ?? error.message).slice(0, MAX_ANSWER_LENGTH));
    });
    const answer = (await response.text().catch(() => '')).slice(0, MAX_ANSWER_LENGTH);
    if (!response.ok) throw new SmsFailure(`${response.status} ${answer}`.trim());
    return answer;
  };

/** Into a file, a line of JSON each: for trials without a gateway. */
export const smsToFile =
  (path: string): SendSms =>
  async (message) => {
    const line = JSON.stringify({ at: new Date().toISOString(), ...message });
    await appendFile(path, `${line}\n`).catch((error: Error) => {
      throw new SmsFailure(error.message.slice(0, MAX_ANSWER_LENGTH));
    });
    return '';
  };
