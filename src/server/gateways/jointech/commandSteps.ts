import type { LockCommand } from '../../../domain/lock';
import type {
  CommandProgress,
  CommandResult,
  ReplyKey,
  SettingValues,
  TargetLock,
} from '../protocolFamily';

/** Formats a text for the lock, such as `(P37,1,126)`. */
export const formatText = (...words: readonly (string | number)[]): string =>
  `(${words.join(',')})`;

export interface TextReply {
  readonly word: string;
  readonly args: readonly string[];
}

/** The next text to send, and the words by which the lock may answer. */
export interface CommandStep {
  readonly text: string;
  readonly words: readonly string[];
  /** Progress of a command that takes minutes. */
  readonly progress?: Omit<CommandProgress, 'key'>;
}

/** A command from its first text to its result. Some take several texts. */
export type CommandSteps = Generator<CommandStep, Omit<CommandResult, 'key'>, TextReply>;

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
  readonly begin: (context: EncodeContext) => CommandSteps;
}

export const ask = (text: string, ...words: readonly string[]): CommandStep => ({
  text,
  words: words.length > 0 ? words : [text.slice(1, 4)],
});

export const done = (settings?: SettingValues): Omit<CommandResult, 'key'> => ({
  code: 0,
  ...(settings && { settings }),
});
export const failed = (message: string): Omit<CommandResult, 'key'> => ({ code: 1, message });

/** A command of one text and its answer. */
export const single = (
  text: (context: EncodeContext) => string,
  evaluate: (reply: TextReply, args: LockCommand['args']) => Omit<CommandResult, 'key'> = () =>
    done(),
): CommandDefinition['begin'] =>
  function* (context) {
    const reply = yield ask(text(context));
    return evaluate(reply, context.args);
  };
