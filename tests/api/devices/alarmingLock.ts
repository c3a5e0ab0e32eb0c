import mqtt from 'mqtt';
import { onTestFinished } from 'vitest';
import type { OneTimeSecret } from '../../../src/protocol';

interface Calls {
  /** Makes a call that must succeed. @returns its data */
  // biome-ignore lint/suspicious/noExplicitAny: each call answers something else
  ask(path: string, body: object): Promise<any>;
  listed(entity: string, filter: object): Promise<Record<string, unknown>[]>;
}

/** Adds and connects a new lock of Harbour that raises alarms on request. @param step ms between its reports */
export const alarmingLock = async ({ ask, listed }: Calls, sn: string, step: number) => {
  const [other] = await listed('device', { sn: 'SD2600001' });
  const { id } = await ask('/device/add', { sn, org_id: other?.org_id });
  const { secrets } = (await ask('/device/connect', { ids: [id] })) as { secrets: OneTimeSecret[] };
  const lock = await mqtt.connectAsync(secrets[0]?.code ?? '', {
    clientId: sn,
    reconnectPeriod: 0,
  });
  onTestFinished(async () => void (await lock.endAsync(true)));
  let ts = Date.now();
  return {
    id: Number(id),
    sn,
    org_id: Number(other?.org_id),
    /** Reports an alarm. @returns the time of the report, epoch ms */
    report: async (police_type: number): Promise<number> => {
      ts += step;
      const report = { ts, report_reson: 1, lock_status: 3, police_type };
      await lock.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
      return ts;
    },
    open: async () => (await listed('device', { sn }))[0],
  };
};
