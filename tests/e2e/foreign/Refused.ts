/**
 * Error for a call that the customer's server refuses. Without a code the server answers with a page instead of an
 * envelope.
 */
export class Refused extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}
