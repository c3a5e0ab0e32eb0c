import type { LockCommand } from '../../../domain/lock';
import type { CommandSteps, StepResult } from '../InFlightCommands';
import type { ReplyKey, SettingValues, TargetLock } from '../protocolFamily';

/** Formats a text for the lock, such as `(P37,1,126)`. */
export const formatText = (...words: readonly (string | number)[]): string =>
  `(${words.join(',')})`;

export interface TextReply {
  readonly word: string;
  readonly args: readonly string[];
}

/** A text to send, and the words by which the lock may answer: its answers carry no serial. */
export interface TextCommand {
  readonly text: string;
  readonly words: readonly string[];
}

export type TextSteps = CommandSteps<TextCommand, TextReply>;

export interface EncodeContext {
  readonly args: LockCommand['args'];
  readonly lock: TargetLock;
  /** True on a resend after the lock reported progress. */
  readonly isStarted: boolean;
  /** Formats a text with the lock's id and a new serial. */
  readonly numbered: (...words: readonly (string | number)[]) => string;
}

export interface CommandDefinition {
  readonly key: ReplyKey;
  /** Returns a message if the lock cannot run the command with these arguments. */
  readonly argumentsError?: (args: LockCommand['args']) => string | undefined;
  readonly begin: (context: EncodeContext) => TextSteps;
}

export const ask = (text: string, ...words: readonly string[]): TextCommand => ({
  text,
  words: words.length > 0 ? words : [text.slice(1, 4)],
});

export const done = (settings?: SettingValues): StepResult => ({
  code: 0,
  ...(settings && { settings }),
});
export const failed = (message: string): StepResult => ({ code: 1, message });

/** A command of one text and its answer. */
export const single = (
  text: (context: EncodeContext) => string,
  evaluate: (reply: TextReply, args: LockCommand['args']) => StepResult = () => done(),
): CommandDefinition['begin'] =>
  function* (context) {
    const reply = yield ask(text(context));
    return evaluate(reply, context.args);
  };
