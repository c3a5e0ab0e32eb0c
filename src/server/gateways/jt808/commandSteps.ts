import { answerWords } from '../../../domain/fault';
import type { LockCommand } from '../../../domain/lock';
import type { CommandSteps, StepProgress, StepResult } from '../InFlightCommands';
import type { Chunk, SettingValues } from '../protocolFamily';

/** Parameters of a lock by their ids. */
export type ParameterValues = ReadonlyMap<number, Buffer>;

/** Decodes id, length and value of each parameter. Some answers are padded with zeros. */
export const decodeParameters = (body: Buffer, idBytes: 1 | 4): ParameterValues => {
  const values = new Map<number, Buffer>();
  let at = 1;
  while (at + idBytes < body.length) {
    const begin = at + idBytes + 1;
    const end = begin + body.readUInt8(begin - 1);
    const id = body.readUIntBE(at, idBytes);
    if (id === 0 || end > body.length) break;
    values.set(id, body.subarray(begin, end));
    at = end;
  }
  return values;
};

/** Reads a number of one to four bytes. */
export const readNumber = (value: Buffer | undefined): number | undefined =>
  value && value.length > 0 && value.length <= 4 ? value.readUIntBE(0, value.length) : undefined;

export const parameterNumber = (values: ParameterValues, parameter: number): number | undefined =>
  readNumber(values.get(parameter));

/** Reads a text parameter without its padding. */
export const parameterText = (values: ParameterValues, parameter: number): string | undefined =>
  values.get(parameter)?.toString('latin1').replaceAll('\0', '').trim();

export interface OutgoingMessage {
  readonly message: number;
  readonly body: Buffer;
  /** True if the body must be masked in the log. */
  readonly isSecret?: boolean;
  /** The motor action that ends the command; by default an answer ends it. */
  readonly endsWith?: 'seal' | 'unseal';
  /** Set if the body is a part of a message in several frames. Their serials are consecutive. */
  readonly part?: MessagePart;
}

interface MessagePart {
  readonly index: number;
  readonly total: number;
  /** Time to wait for the answer to the part. */
  readonly replyTimeoutMs: number;
}

export interface StepAnswer {
  /** Undefined for a chunk, and for a part whose answer did not come in time. */
  readonly message: number | undefined;
  /** The body, without the serial of the message that it answers. */
  readonly body: Buffer;
  /** Chunk of the file that the command requested. */
  readonly chunk?: Chunk;
}

export type MessageSteps = CommandSteps<OutgoingMessage, StepAnswer>;

/** Returns undefined for an answer to another message. */
type ReadAnswer<T> = (answer: StepAnswer) => T | undefined;

/** Begins a command, or returns why the lock cannot run it. */
export type CommandEncoder = (args: LockCommand['args']) => MessageSteps | string;

/** Sends a message and waits for its answer. Used alone, it is a command of one message. */
export function* ask<T>(
  message: OutgoingMessage | StepProgress,
  read: ReadAnswer<T>,
): Generator<OutgoingMessage | StepProgress | undefined, T, StepAnswer> {
  let value = read(yield message);
  while (value === undefined) value = read(yield);
  return value;
}

export const SUCCESS: StepResult = { code: 0 };
export const REFUSED_BY_LOCK: StepResult = { code: 1, message: answerWords.refused[0] };

export const stringArray = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item): item is string => typeof item === 'string')
    ? value
    : undefined;

/** The APN as a setting. Of its password only the existence is reported. */
const apnValue = (apn: string, user: string | undefined, hasPassword: boolean) => ({
  apn,
  ...(user ? { user } : {}),
  ...(hasPassword ? { password: true } : {}),
});

/** Returns a text argument; undefined if it is not ASCII or has the wrong length. */
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

const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;

export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

export type ParameterSetting = readonly [parameter: number, value: Buffer];

/** @param values settings in effect after success */
type SetParameters = (
  settings: readonly ParameterSetting[],
  values: SettingValues,
  isSecret?: boolean,
) => MessageSteps;

interface NetworkParameters {
  readonly host: number;
  readonly port: number;
  readonly apn: number;
  readonly apnUser: number;
  readonly apnPassword: number;
}

export const networkValues = (
  parameters: NetworkParameters,
  values: ParameterValues,
  port: number | undefined,
): SettingValues => {
  const text = (name: keyof NetworkParameters) => parameterText(values, parameters[name]);
  const [host, apn] = [text('host'), text('apn')];
  return {
    ...(host && isPort(port) ? { serverAddress: { host, port } } : {}),
    ...(apn ? { apn: apnValue(apn, text('apnUser'), Boolean(text('apnPassword'))) } : {}),
  };
};

/** Encodes server address and APN. Dialects differ in the parameter ids and the bytes of the port. */
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
    return set(settings, values, code !== '');
  },
});
