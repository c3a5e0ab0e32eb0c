import { createServer } from 'node:net';
import { openSocketFolder, SOCKET_PORT } from '../socketFolder';
import { clusterPassword } from './createCluster';
import { giveTo } from './ownership';
import type { RunAs } from './runAs';

export interface ListenAddress {
  /** For PostgreSQL's command line. */
  settings: Record<string, string>;
  /** For the pool. */
  connection: { host: string; port: number; password?: string };
  /** Makes the address free of what a killed PostgreSQL left there. */
  clear(): Promise<void>;
  /** Removes what the address left on disk. */
  remove(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A unix socket only its owner reaches or, where there is none, a loopback port with a password. */
export async function chooseAddress(dataFolder: string, runAs: RunAs): Promise<ListenAddress> {
  const place = await openSocketFolder(dataFolder);
  if (place) {
    await giveTo(runAs, place.folder);
    return {
      settings: {
        listen_addresses: '',
        // A list: quoted, because a path may hold a comma.
        unix_socket_directories: `"${place.folder.replaceAll('"', '""')}"`,
        port: `${SOCKET_PORT}`,
      },
      connection: { host: place.folder, port: SOCKET_PORT },
      clear: place.clear,
      remove: place.remove,
    };
  }
  const port = await freePort();
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: `${port}` },
    connection: { host: '127.0.0.1', port, password: await clusterPassword(dataFolder) },
    clear: async () => {},
    remove: async () => {},
  };
}
