import type { LockCommand } from '../../../domain/lock';
import type { Chunk, CommandProgress, CommandResult, SettingValues } from '../protocolFamily';

/** What a lock answers of its parameters, by their numbers. */
export type ParameterValues = ReadonlyMap<number, Buffer>;

/** A parameter that is a text, without what fills it up. */
export const parameterText = (values: ParameterValues, parameter: number): string | undefined =>
  values.get(parameter)?.toString('latin1').replaceAll('\0', '').trim();

/** A message to a lock. */
export interface OutgoingMessage {
  readonly message: number;
  readonly body: Buffer;
}

/** An answer of a lock to one of our messages. */
export interface StepAnswer {
  readonly message: number;
  /** Without the serial that it answers. */
  readonly body: Buffer;
}

/** How a command ended. */
export type StepResult = Omit<CommandResult, 'key'>;

/** How far a command is that goes on for long, and the piece of a file that it wants. */
export interface StepProgress {
  readonly progress: Omit<CommandProgress, 'key'>;
}

/** A piece of a message that is sent in parts: they have serials one after the other. */
export interface MessagePart {
  readonly index: number;
  readonly total: number;
  readonly body: Buffer;
}

/** A command under way. */
export interface CommandSteps {
  readonly request: OutgoingMessage;
  /** What is done with an answer: the command ends, goes on with another order, is progress, or waits for more. */
  readonly receive: (answer: StepAnswer) => StepResult | OutgoingMessage | StepProgress | 'waits';
  /** How the file is sent that the command asks for; without it none. */
  readonly parts?: FileParts;
  /** The report that ends it; without it the answer does. */
  readonly endsWith?: 'seal' | 'unseal';
  /** Whether its body holds what no log may show. */
  readonly isSecret?: boolean;
}

/** How a file is sent in one message of many parts. */
export interface FileParts {
  readonly message: number;
  /** The part that a piece of the file is, by where it begins. */
  readonly toPart: (chunk: Chunk) => MessagePart;
  /** What is wanted next without an answer to the last: those that the lock lacks first. */
  readonly requestNext: (missing: readonly number[]) => StepProgress;
}

/** How a command is said, or why it cannot be. @param version of the 2019 header, where the lock has one */
export type CommandEncoder = (
  args: LockCommand['args'],
  version: number | undefined,
) => CommandSteps | string;

export const SUCCESS: StepResult = { code: 0 };
export const REFUSED_BY_LOCK: StepResult = { code: 1, message: 'The lock refused' };

export const stringArray = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item): item is string => typeof item === 'string')
    ? value
    : undefined;

/** A secret is told as being there. */
export const apnValue = (apn: string, user: string | undefined, hasPassword: boolean) => ({
  apn,
  ...(user ? { user } : {}),
  ...(hasPassword ? { password: true } : {}),
});

/** A text of an argument; undefined when it is none that fits. */
export const asciiArgument = (
  value: unknown,
  maxLength: number,
  minLength = 1,
): string | undefined =>
  typeof value === 'string' &&
  value.length >= minLength &&
  value.length <= maxLength &&
  /^[\x20-\x7e]*$/.test(value)
    ? value
    : undefined;

export const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;

export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A parameter and the bytes that it is set to. */
export type ParameterSetting = readonly [parameter: number, value: Buffer];

/** How a dialect sets parameters. @param values what the lock has when it obeyed */
type SetParameters = (settings: readonly ParameterSetting[], values: SettingValues) => CommandSteps;

interface NetworkParameters {
  readonly host: number;
  readonly port: number;
  readonly apn: number;
  readonly apnUser: number;
  readonly apnPassword: number;
}

/** Where a lock reports to and by which access point, which all dialects say alike but for a port's bytes. */
export const networkEncoders = (
  parameters: NetworkParameters,
  set: SetParameters,
  portBytes: (port: number) => Buffer,
): Readonly<Record<'serverAddress' | 'apn', CommandEncoder>> => ({
  serverAddress: ({ host, port }) => {
    const text = asciiArgument(host, 100);
    if (!text || !isPort(port)) return 'The address or the port is none';
    const settings: readonly ParameterSetting[] = [
      [parameters.host, ascii(text)],
      [parameters.port, portBytes(port)],
    ];
    return set(settings, { serverAddress: { host: text, port } });
  },
  apn: ({ apn, user = '', password = '' }) => {
    const [name, login, code] = [
      asciiArgument(apn, 64),
      asciiArgument(user, 32, 0),
      asciiArgument(password, 32, 0),
    ];
    if (!name || login === undefined || code === undefined) return 'The access point is none';
    const settings: readonly ParameterSetting[] = [
      [parameters.apn, ascii(name)],
      [parameters.apnUser, ascii(login)],
      [parameters.apnPassword, ascii(code)],
    ];
    const values = { apn: apnValue(name, login, code !== '') };
    return { ...set(settings, values), isSecret: code !== '' };
  },
});
