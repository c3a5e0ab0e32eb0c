import { describe, expect, it } from 'vitest';
import { classifyMailError } from '../../../../src/server/notify/mail';

describe('an SMTP error', () => {
  it.each([
    [{ code: 'EAUTH' }, 'login'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 530 }, 'login'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'sender'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'recipient'],
    [{ code: 'EENVELOPE', command: 'API' }, 'recipient'],
    [{ code: 'EENVELOPE', command: 'DATA' }, 'refused'],
    [{ code: 'EMESSAGE' }, 'refused'],
    [{ code: 'ETLS' }, 'encryption'],
    [{ code: 'ETLS', originalCode: 'CERT_HAS_EXPIRED' }, 'certificate'],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate'],
    [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate'],
    [{ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'encryption'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'unreachable'],
    [{ code: 'EDNS' }, 'unreachable'],
    [{ code: 'ETIMEDOUT' }, 'unreachable'],
    [{ code: 'EPROTOCOL' }, 'unreachable'],
    [new Error('?'), 'unreachable'],
  ])('%j is classified as %s', (error, trouble) => {
    expect(classifyMailError(error)).toBe(trouble);
  });
});
