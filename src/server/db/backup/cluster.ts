import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientConfig } from 'pg';
import { clusterPassword, messageOf, passwordFile } from '../engine';
import { readSections, type Section } from './container';
import { copyOut } from './copy';

/** PostgreSQL verifies every page that it sends, and lists the files with their SHA-256. */
const BASE_BACKUP = `BASE_BACKUP (LABEL 'sealdesk', WAL true, CHECKPOINT 'fast', MANIFEST 'yes',
  MANIFEST_CHECKSUMS 'SHA256', VERIFY_CHECKSUMS true)`;

const FILES = 'files.tar';
const MANIFEST = 'manifest';
const PASSWORD = 'password';

/**
 * Takes a base backup of the embedded PostgreSQL by its replication protocol, beside a running server. The password of
 * the cluster belongs to it: where sockets have no files, a copy does not start without it.
 */
export async function* clusterSections(
  connection: ClientConfig,
  dataFolder: string,
): AsyncGenerator<Section> {
  const settings = { ...connection, replication: 'true' };
  const client = new Client(settings);
  // Reported by the query that it breaks.
  client.on('error', () => {});
  await client.connect();
  try {
    // Keeps the log that the backup ends with. It is gone with this connection, however that ends.
    const slot = `sealdesk_${randomBytes(4).toString('hex')}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`);
    const { chunks } = copyOut(client, BASE_BACKUP);
    const manifest: Buffer[] = [];
    yield { name: FILES, chunks: filesIn(chunks, manifest) };
    yield { name: MANIFEST, chunks: Readable.from(manifest) };
    const password = Buffer.from(await clusterPassword(dataFolder));
    yield { name: PASSWORD, chunks: Readable.from([password]) };
  } finally {
    await client.end();
  }
}

/** Returns the one archive in the messages of a base backup, and appends the manifest to a list. */
async function* filesIn(
  messages: AsyncIterable<Buffer>,
  manifest: Buffer[],
): AsyncGenerator<Buffer> {
  let archives = 0;
  let isManifest = false;
  for await (const message of messages) {
    const kind = String.fromCharCode(message[0] ?? 0);
    if (kind === 'n') archives += 1;
    if (archives > 1) throw new Error('The database has tablespaces, which a backup leaves out');
    if (kind === 'm') isManifest = true;
    if (kind !== 'd') continue;
    const data = message.subarray(1);
    if (isManifest) manifest.push(data);
    else yield data;
  }
}

/** File of a cluster in PostgreSQL's manifest. */
interface ListedFile {
  readonly Path: string;
  readonly Checksum: string;
}

/**
 * Unpacks the cluster of a backup into an empty data folder.
 * @throws Error if a file is not as PostgreSQL has sent it
 */
export const unpackCluster = async (path: string, dataFolder: string): Promise<void> => {
  const cluster = join(dataFolder, 'pg');
  await mkdir(cluster, { mode: 0o700 });
  let manifest = '';
  await readSections(path, async ({ name, chunks }) => {
    if (name === FILES) await unpack(chunks, cluster);
    if (name === MANIFEST) manifest = String(await joined(chunks));
    if (name === PASSWORD) {
      await writeFile(passwordFile(dataFolder), await joined(chunks), { mode: 0o600 });
    }
    return 0;
  });
  const { Files: files }: { Files: ListedFile[] } = JSON.parse(manifest);
  for (const { Path: file, Checksum: checksum } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(cluster, file)), hash);
    if (hash.digest('hex') === checksum) continue;
    throw new Error(`${path}: ${file} is not as PostgreSQL listed it`);
  }
};

const joined = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
};

/** Unpacks an archive with the system's tar. PostgreSQL refuses files with the owners in the archive. */
const unpack = async (archive: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  const args = ['-x', '-f', '-', '-C', folder, '--no-same-owner'];
  const tar = spawn('tar', args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let complaints = '';
  tar.stderr.on('data', (text) => {
    complaints += text;
  });
  const ending = once(tar, 'close');
  // The reason is in what tar prints; its input breaks when it ends.
  const sending = pipeline(archive, tar.stdin).catch((error) => {
    complaints ||= messageOf(error);
  });
  const [code] = await ending;
  await sending;
  if (code === 0 && complaints === '') return;
  throw new Error(`tar cannot unpack the backup: ${complaints.trim() || `exit code ${code}`}`);
};
