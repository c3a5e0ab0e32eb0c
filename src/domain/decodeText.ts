/** The encoding of an XML declaration, XML 1.0, 2.8. */
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/** First bytes of a byte order mark, or of `<?` in UTF-16 (XML 1.0, appendix F), and what they tell. */
const SIGNATURES: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0x3c, 0, 0x3f, 0]],
  ['utf-16be', [0, 0x3c, 0, 0x3f]],
];

/** Returns the encoding that a text states. A declared UTF-16 that was read as ASCII is not true. */
const statedEncoding = (bytes: Uint8Array): string | undefined => {
  const signature = SIGNATURES.find(([, start]) => start.every((byte, i) => bytes[i] === byte));
  if (signature) return signature[0];
  const [, declared] =
    DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200))) ?? [];
  return declared === undefined || /^utf-?16/i.test(declared) ? undefined : declared;
};

/**
 * Decodes a text file of another program: by its byte order mark or XML declaration; else as UTF-8 or, if it is none,
 * as GB18030, in which Chinese Excel and older programs write.
 * @throws TypeError or RangeError if the bytes are no text in that encoding, or the encoding is unknown
 */
export const decodeText = (bytes: Uint8Array): string => {
  const decode = (encoding: string): string => {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without a mark is valid UTF-8 with NUL characters.
    if (text.includes('\0')) throw new TypeError('The file is no text');
    // The decoder leaves out the mark of UTF-8 and UTF-16, not that of GB18030.
    return text.replace(/^\ufeff/, '');
  };
  const stated = statedEncoding(bytes);
  if (stated !== undefined) return decode(stated);
  try {
    return decode('utf-8');
  } catch {
    return decode('gb18030');
  }
};
