import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../calls';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** RFC 6266: the name in ASCII for the few that know no better, and as it is. */
export const contentDisposition = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};

/** Sends a file; one that was made for this answer is removed. */
export const sendFile = async (
  reply: FastifyReply,
  { path, name, isKept }: FileAnswer,
): Promise<FastifyReply> => {
  const { size } = await stat(path);
  const stream = createReadStream(path);
  if (!isKept) stream.once('close', () => rm(path, { force: true }));
  return reply
    .header('content-type', XLSX)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name))
    .send(stream);
};
