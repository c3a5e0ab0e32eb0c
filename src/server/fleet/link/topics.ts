const ROOT = 'seal/v1';

const CHANNELS = {
  up: ['report', 'status', 'event', 'ack'],
  down: ['cmd', 'ota'],
} as const;

export type UpChannel = (typeof CHANNELS)['up'][number];
export type DownChannel = (typeof CHANNELS)['down'][number];

export interface Topic {
  sn: string;
  channel: UpChannel | DownChannel;
}

const everyLocks = (channel: UpChannel): string => `${ROOT}/+/up/${channel}`;

/**
 * What a server subscribes to: everything every lock sends. With a group, several servers share reports and replies.
 * Presence is not shared: a shared subscription gets no retained messages, and every server asks who is online.
 */
export const serverFilters = (sharedGroup?: string): string[] =>
  sharedGroup === undefined
    ? [`${ROOT}/+/up/#`]
    : [
        `$share/${sharedGroup}/${everyLocks('report')}`,
        `$share/${sharedGroup}/${everyLocks('ack')}`,
        everyLocks('status'),
      ];

// A wildcard or a slash in a serial number would open other locks' topics; `$` is the broker's own name space.
const UNSAFE = /[+#/\p{Cc}]|^\$/u;

/** Whether a serial number can stand in a topic and be a client's name: 1 to 64 characters, none of `+ # /`. */
export const isSafeSn = (sn: string): boolean =>
  sn.length > 0 && sn.length <= 64 && !UNSAFE.test(sn);

const ofLock = (sn: string, rest: string): string => {
  if (!isSafeSn(sn)) throw new RangeError(`Not a serial number: ${JSON.stringify(sn)}`);
  return `${ROOT}/${sn}/${rest}`;
};

/** Where a lock publishes. @throws RangeError when the serial number is not safe */
export const upTopic = (sn: string, channel: UpChannel): string => ofLock(sn, `up/${channel}`);

/** Where a lock listens. @throws RangeError when the serial number is not safe */
export const downTopic = (sn: string, channel: DownChannel): string =>
  ofLock(sn, `down/${channel}`);

/** What every topic a lock may publish to begins with. @throws RangeError when the serial number is not safe */
export const upPrefix = (sn: string): string => ofLock(sn, 'up/');

/** What every topic a lock may read begins with. @throws RangeError when the serial number is not safe */
export const downPrefix = (sn: string): string => ofLock(sn, 'down/');

/** The lock and channel of a topic, or undefined for a topic that is none of ours. */
export const parseTopic = (topic: string): Topic | undefined => {
  const [seal, version, sn = '', direction, channel, ...rest] = topic.split('/');
  if (`${seal}/${version}` !== ROOT || rest.length > 0 || !isSafeSn(sn)) return undefined;
  if (direction !== 'up' && direction !== 'down') return undefined;
  const known = CHANNELS[direction].find((candidate) => candidate === channel);
  return known && { sn, channel: known };
};
