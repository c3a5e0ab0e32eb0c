import { Type } from 'typebox';
import type { LastContact, LockHealth } from '../../domain/health';
import { CALL } from '../calls';
import { contract } from './contract';
import { orNull, Sn } from './schemas';

const Count = (description: string) => Type.Integer({ description });

export const lockHealth = contract(CALL.LIVE_HEALTH, ['Health of a lock', '设备健康'], {
  request: Type.Object({ sn: Sn }),
  answer: Type.Unsafe<LockHealth>(
    Type.Object({
      lastSign: orNull<number>('integer', {
        description: 'Last sign of life by the clock of the server, ms since 1970',
      }),
      electric: orNull<number>('number', { description: 'Battery in the last report, percent' }),
      drain: orNull<number>('number', {
        description: 'Fall of the battery in percent a day, over the week before',
      }),
      sim: orNull<string>('string', { description: 'Expiry of the SIM card, yyyy-MM-dd' }),
      contact: orNull<LastContact>('object', {
        description: 'Newest connection event: event and reason as in connectionRecord, and at',
      }),
      near: Type.Object({
        silent: Count('Other locks within 10 km that are offline'),
        active: Count('Other locks within 10 km that are not'),
      }),
      link: Count(
        'Other locks of its protocol that fell silent within an hour of it; 0 while any lock of the protocol is online',
      ),
    }),
  ),
});
