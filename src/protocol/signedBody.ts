import { type Locale, langueOf } from '../domain/label';
import type { SignWire } from './canonicalText';
import { sign } from './sign';

/** What every body carries beside its own fields. */
export interface SignedFields {
  langue: 'zh_CN' | 'en_US';
  /** ms since 1970, by the server's clock as far as the client knows it. */
  timestamp: number;
  sign: string;
}

/**
 * A body ready to be sent; the body given is not changed.
 * @param now ms since 1970
 */
export const signedBody = <T extends object>(
  body: T,
  { locale, now, wire }: { locale: Locale; now: number; wire: SignWire },
): T & SignedFields => {
  const unsigned = { ...body, langue: langueOf(locale), timestamp: now };
  return { ...unsigned, sign: sign(unsigned, wire) };
};
