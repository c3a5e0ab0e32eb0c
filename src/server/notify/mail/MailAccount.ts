/** A mail account as it is used. */
export interface MailAccount {
  readonly sender: string;
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before anything is said, or `none` at all. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string | null;
  readonly password: string | null;
}

/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
