import { type LockProtocol, PROTOCOL } from '../../../domain/family';
import { reportAge, reportCount, reportLag, reportsWaiting } from '../../work/meters';
import type { ReceivedReport } from '../state';

const names = new Map(Object.entries(PROTOCOL).map(([name, protocol]) => [protocol, name]));

const nameOf = (protocol: LockProtocol): string => names.get(protocol) ?? 'mqtt';

/** Counts a message of a lock that could not be read. */
export const countUnread = (protocol: LockProtocol = PROTOCOL.mqtt): void =>
  reportCount.inc({ protocol: nameOf(protocol), outcome: 'unread' });

/** Counts a report and measures how long storing takes. @returns the result of `storing` */
export const measureReport = async (
  { report, receivedAt }: ReceivedReport,
  storing: Promise<boolean>,
  protocol: LockProtocol = PROTOCOL.mqtt,
): Promise<boolean> => {
  const count = (outcome: string) => reportCount.inc({ protocol: nameOf(protocol), outcome });
  reportsWaiting.inc();
  try {
    const isStored = await storing;
    const now = Date.now();
    count(isStored ? 'stored' : 'unregistered');
    reportLag.observe((now - receivedAt) / 1_000);
    reportAge.observe(Math.max(0, now - report.ts) / 1_000);
    return isStored;
  } catch (error) {
    count('failed');
    throw error;
  } finally {
    reportsWaiting.dec();
  }
};
