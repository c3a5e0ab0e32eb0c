import type { LockReport } from '../../../domain/lock';

/** A frame in brackets, taken apart. */
export interface TextFrame {
  readonly id: string;
  /** Of frames that carry one: 000 to 999. */
  readonly frameSerial?: string;
  readonly word: string;
  readonly args: readonly string[];
  /** What follows the word, as bytes: some of it is no text. */
  readonly payload: Uint8Array;
}

/** What an event tells. */
export interface TextEvent {
  readonly reports: readonly LockReport[];
  readonly content: Readonly<Record<string, unknown>>;
  /** To be named in the acknowledgement. */
  readonly serial?: number;
  readonly rejected?: string;
}

/** `(id,WORD,args)`, of some JT600 `(id,2,WORD,args)`, or `(id,1,serial,WORD,args)`; undefined where it is none. Never throws. */
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
