import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { CallError, type ReceivedFile, text, type Values } from '../calls';
import { type Files, MOST_BYTES } from '../files';

const LIMITS = { fileSize: MOST_BYTES, files: 1, fields: 20, fieldSize: 10_000, parts: 21 };

export interface ReceivedForm {
  readonly body: Values;
  readonly file?: ReceivedFile;
  /** Removes the file, unless it was moved. */
  discard(): Promise<void>;
}

/**
 * Receives a form of several parts; its file goes to the disk as it comes.
 * @throws CallError `invalid` for what is no such form, or one with more parts than any of ours
 */
export const receiveForm = async (request: FastifyRequest, files: Files): Promise<ReceivedForm> => {
  const path = files.incoming();
  const discard = () => rm(path, { force: true });
  const body: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  if (!request.isMultipart()) throw new CallError('invalid', text('malformed'));
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') body[part.fieldname] = part.value;
      else {
        const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(part.file, target);
        const { filename: name, file: stream } = part;
        file = { path, name, size: target.bytesWritten, truncated: stream.truncated };
      }
    }
  } catch (error) {
    await discard();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^FST_|LIMIT/.test(code)) throw new CallError('invalid', text('tooLarge'));
    throw error;
  }
  return { body, file, discard };
};
