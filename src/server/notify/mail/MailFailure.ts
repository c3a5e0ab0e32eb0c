/**
 * Why a mail did not go: nothing that speaks SMTP answers there; the certificate is not to be trusted; there is no
 * encryption of the wanted sort; name or password is wrong; the sender, the recipient or the mail itself is refused.
 */
export type MailTrouble =
  | 'unreachable'
  | 'certificate'
  | 'encryption'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'refused';

/** A mail that did not go. It says no word of the server's: what answers at an address is nobody's business. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly trouble: MailTrouble;

  constructor(trouble: MailTrouble) {
    super(`Mail not sent: ${trouble}`);
    this.trouble = trouble;
  }
}
