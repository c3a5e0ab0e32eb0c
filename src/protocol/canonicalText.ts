/** How a back end signs. Only the secret is needed; the rest are the differences between customers' servers. */
export interface SignWire {
  secret: string;
  /** `key` (default) adds the secret as a last pair, `append` puts it bare at the end, `prefix` bare in front. */
  secretMode?: 'key' | 'append' | 'prefix';
  /** Name of the last pair in mode `key`. Default `key`. */
  keyName?: string;
  /** What stands between two pairs. Default `&`. */
  joiner?: string;
  /**
   * Arrays and objects: `json` (default) writes them compact in the order sent; `sorted` sorts the keys at every
   * depth and leaves out members that are null, as Java's fastjson does; `skip` leaves them out of the sign.
   */
  nested?: 'json' | 'sorted' | 'skip';
  /** Case of the hex digits. Default `upper`. */
  letterCase?: 'upper' | 'lower';
}

/** Written by hand, because rebuilding a sorted object would move keys that look like integers to its front. */
const sortedJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`);
  return `{${members.join(',')}}`;
};

const valueText = (value: unknown, nested: SignWire['nested']): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  if (nested === 'skip') return undefined;
  return nested === 'sorted' ? sortedJson(value) : JSON.stringify(value);
};

/**
 * The text whose MD5 is the sign: top-level fields but `sign`, without null and '' (0, false, [] and {} stay),
 * in code-unit order, and the secret.
 * @param body what JSON.parse gives; a body that has not travelled yet may still hold undefined or dates
 * @throws RangeError when a field is nested some thousand levels deep
 */
export const canonicalText = (body: object, wire: SignWire): string => {
  const { secret, secretMode = 'key', keyName = 'key', joiner = '&', nested = 'json' } = wire;
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign')
    .sort()
    .flatMap((name) => {
      const text = valueText(fields[name], nested);
      return text === undefined ? [] : [`${name}=${text}`];
    });
  if (secretMode === 'key') return [...pairs, `${keyName}=${secret}`].join(joiner);
  const text = pairs.join(joiner);
  return secretMode === 'append' ? text + secret : secret + text;
};
