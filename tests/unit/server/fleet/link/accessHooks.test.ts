import type { AedesPublishPacket, Client, Subscription } from 'aedes';
import { describe, expect, it } from 'vitest';
import { accessHooks, serverIdentity } from '../../../../../src/server/fleet/link/accessHooks';
import { testLog } from './openTestLink';

const log = testLog();
const hooks = accessHooks({ server: serverIdentity(), authenticate: async () => true, log });
const lock = { id: 'A1' } as Client;

describe('accessHooks', () => {
  it('makes a refused subscription worthless before another one of its packet is granted', async () => {
    const own: Subscription = { topic: 'seal/v1/A1/down/#', qos: 1 };
    const foreign: Subscription = { topic: 'seal/v1/+/down/#', qos: 1 };
    const granted: unknown[] = [];
    const refused: unknown[] = [];
    // The broker asks for all subscriptions of a packet in one go and stores all of them at the first grant.
    for (const subscription of [own, foreign]) {
      hooks.authorizeSubscribe?.(lock, subscription, (error) => {
        if (error) refused.push(subscription.topic);
        else granted.push(subscription.topic, { qosOfTheOther: foreign.qos });
      });
    }
    await Promise.resolve();
    expect(granted).toEqual([own.topic, { qosOfTheOther: 0 }]);
    expect(refused).toEqual([foreign.topic]);
  });

  it.each([
    ['seal/v1/A1/down/cmd', true],
    ['seal/v1/A1/down/ota', true],
    ['seal/v1/A10/down/cmd', false],
    ['seal/v1/B2/down/cmd', false],
    ['seal/v1/A1/up/report', false],
  ])('delivers %s to lock A1: %s', (topic, delivered) => {
    const packet = { topic } as AedesPublishPacket;
    expect(hooks.authorizeForward?.(lock, packet)).toBe(delivered ? packet : null);
  });
});
