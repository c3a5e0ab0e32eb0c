import type { HttpLog } from './HttpOptions';

/** How often what has run out is forgotten, ms. */
const EVERY = 10 * 60_000;

/** Forgets what has run out, now and again. @returns what ends that */
export const startSweeping = (sweeps: readonly (() => Promise<void>)[], log: HttpLog) => {
  const sweep = async () => {
    for (const each of sweeps) await each();
  };
  const timer = setInterval(() => {
    sweep().catch((error: Error) => log.error(`Not swept: ${error.message}`));
  }, EVERY);
  timer.unref();
  return () => clearInterval(timer);
};
