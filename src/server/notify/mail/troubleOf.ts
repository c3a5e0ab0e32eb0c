import type { MailTrouble } from './MailFailure';

/** What nodemailer's errors carry. */
interface SmtpError {
  readonly code?: string;
  /** The system's or OpenSSL's code under nodemailer's own. */
  readonly originalCode?: string;
  /** The SMTP command that failed. */
  readonly command?: string;
  readonly responseCode?: number;
}

/** OpenSSL names what is wrong with a certificate; https://docs.openssl.org/master/man1/openssl-verification-options */
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|VERIFY_LEAF|ALTNAME/;
const ENCRYPTION = /^ERR_SSL|^ERR_TLS|^EPROTO$/;
/** 530 and 535 of RFC 4954: it wants a login, or another one. */
const LOGIN_ANSWERS = [530, 535];

const ofSocket = (original = ''): MailTrouble => {
  if (CERTIFICATE.test(original)) return 'certificate';
  return ENCRYPTION.test(original) ? 'encryption' : 'unreachable';
};

const ofEnvelope = (command = ''): MailTrouble => {
  if (command === 'MAIL FROM') return 'sender';
  return command === 'DATA' ? 'refused' : 'recipient';
};

/** What an error of nodemailer means to a person. */
export const troubleOf = (error: unknown): MailTrouble => {
  const { code, originalCode, command, responseCode = 0 } = error as SmtpError;
  if (code === 'EAUTH' || LOGIN_ANSWERS.includes(responseCode)) return 'login';
  if (code === 'ETLS') return CERTIFICATE.test(originalCode ?? '') ? 'certificate' : 'encryption';
  if (code === 'EENVELOPE') return ofEnvelope(command);
  return code === 'EMESSAGE' ? 'refused' : ofSocket(originalCode);
};
