import type { LockReport } from '../../../domain/lock';

export interface TextFrame {
  readonly id: string;
  /** 000 to 999, in numbered frames only. */
  readonly frameSerial?: string;
  readonly word: string;
  readonly args: readonly string[];
  /** Bytes after the word, which can be binary. */
  readonly payload: Uint8Array;
}

/** A decoded event, relayed record or position. */
export interface TextEvent {
  readonly reports: readonly LockReport[];
  readonly content: Readonly<Record<string, unknown>>;
  /** Named in the acknowledgement. */
  readonly serial?: number;
  readonly rejected?: string;
}

/**
 * Parses `(id,WORD,args)`, `(id,1,serial,WORD,args)` or, from some JT600, `(id,2,WORD,args)`. Returns undefined for
 * any other text.
 */
export const parseText = (frame: Uint8Array): TextFrame | undefined => {
  const text = Buffer.from(frame.subarray(1, -1)).toString('latin1');
  const numbered = /^(\d{10,12}),(\d{1,3}),(\d{1,3}),([A-Z]{3,}),?/.exec(text);
  const match = numbered ?? /^(\d{10,12}),(?:\d,)?(@?[A-Z][A-Z\d]{1,7})(?:,|$)/.exec(text);
  const id = match?.[1];
  const word = match?.[numbered ? 4 : 2];
  if (!match || id === undefined || word === undefined) return undefined;
  const rest = text.slice(match[0].length);
  return {
    id,
    word,
    args: rest === '' ? [] : rest.split(','),
    payload: frame.subarray(1 + match[0].length, -1),
    ...(numbered && { frameSerial: numbered[3] }),
  };
};

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
