import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText } from '../../domain/decodeText';
import { protocolClients } from '../locks/protocolClients';
import { publishTrack, replayAccess, replayOptions, USAGE } from './publishTrack';
import { sendTrack } from './sendTrack';
import { addMotion, type MovingPoint, readTrack, skippedPoints } from './track';

const { env, stdout } = process;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const readText = async (file: string): Promise<string> => {
  const bytes = await readFile(file).catch((error: Error) => {
    throw isMissing(error) ? new Error(`there is no file ${file}`) : error;
  });
  try {
    return decodeText(bytes);
  } catch {
    throw new Error(`the characters of ${file} cannot be read: save it in UTF-8`);
  }
};

const readStored = (): Promise<string | undefined> =>
  readFile(join(env.DATA_DIR || 'data', 'mqtt.json'), 'utf8').catch((error: Error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

const showProgress =
  (total: number) =>
  (sent: number, { lat, lon, speed }: MovingPoint): void => {
    if (!stdout.isTTY) return;
    const place = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
    stdout.write(`\r${sent} of ${total} points  ${place}  ${Math.round(speed)} km/h\x1b[K`);
  };

const replay = async (): Promise<void> => {
  const options = replayOptions(process.argv.slice(2));
  if (!options) return console.log(USAGE);
  const recording = readTrack(await readText(options.file), options);
  const points = addMotion(recording.points);
  for (const line of skippedPoints(recording)) console.log(line);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const started = performance.now();
  const trackOptions = {
    ...options,
    points,
    onProgress: showProgress(points.length),
    signal: stop.signal,
  };
  const { sn, native } = options;
  const access = replayAccess(options, env, native ? undefined : await readStored());
  const where = native ? `${native.host}:${native.port}` : access.url;
  const sending = native
    ? sendTrack({
        ...trackOptions,
        ...native,
        protocolClient: protocolClients[native.protocol](sn),
      })
    : publishTrack({ ...trackOptions, access });
  const sent = await sending.finally(() => stdout.isTTY && stdout.write('\n'));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${sent} of ${points.length} points sent to ${where} as ${sn} in ${seconds} s`);
};

replay().catch((error: Error) => {
  console.error(`replay: ${error.message}`);
  process.exitCode = 1;
});
