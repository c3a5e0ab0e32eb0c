import type { Label } from '../../domain/label';
import type { ErrorCode } from '../../protocol';

/** What a call that says no carries beside its code and its words. */
export interface Refused {
  /** For `invalid`: each refused field and why. */
  readonly fields?: Readonly<Record<string, Label>>;
  /** Anything else the client can use, as JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A call that is refused: the answer's code, and words for the user in every language. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly desc: Label;
  readonly refused: Refused;

  constructor(code: ErrorCode, desc: Label, refused: Refused = {}) {
    super(desc[0]);
    this.code = code;
    this.desc = desc;
    this.refused = refused;
  }
}
