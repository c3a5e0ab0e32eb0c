import { ApiError } from './ApiError';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of `invalid`; reasons that are no text are left out, since they are shown beside an input. */
const fieldsOf = (data: unknown): Record<string, string> | undefined => {
  if (!isRecord(data) || !isRecord(data.fields)) return undefined;
  const reasons = Object.entries(data.fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(reasons);
};

/**
 * The data of an answer.
 * @param raw the parsed body of an HTTP answer; its data is taken on trust
 * @throws ApiError kind `session` for sessionTimeOut, `business` for any other code, both with the server's words
 *   or 'Error'; kind `http`, code `badAnswer`, for a body that is no envelope
 */
export const readEnvelope = (raw: unknown): unknown => {
  const verify = isRecord(raw) ? raw.verify : undefined;
  if (!isRecord(raw) || !isRecord(verify) || typeof verify.sign !== 'string') {
    throw new ApiError('Error', { kind: 'http', code: 'badAnswer', data: raw });
  }
  const { data } = raw;
  if (verify.sign === 'success') return data;
  const desc = typeof verify.desc === 'string' ? verify.desc.trim() : '';
  throw new ApiError(desc || 'Error', {
    kind: verify.sign === 'sessionTimeOut' ? 'session' : 'business',
    code: verify.sign,
    fields: fieldsOf(data),
    data,
  });
};
