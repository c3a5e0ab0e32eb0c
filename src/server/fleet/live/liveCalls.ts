import { liveChanges, liveSnapshot } from '../../../protocol/contracts/live';
import { answering } from '../../calls/answering';
import { CallError, type SignedInEndpoint, serverLabel } from '../../calls/endpoint';
import type { LiveFeed } from './live';
import { ExpiredCursor } from './liveCursor';
import { UnknownPart } from './snapshot';

/** Endpoints of the live view: a snapshot of the fleet, then its changes. */
export const liveCalls = ({
  fleet,
}: {
  readonly fleet: Pick<LiveFeed, 'snapshots' | 'changes'>;
}): readonly SignedInEndpoint[] => [
  answering(liveSnapshot, {
    code: 'live:snapshot',
    kind: 'list',
    access: 'granted',
    changes: false,
    work: async ({ body: { part } }, { oper }) => {
      const scope = { orgId: oper.org_id };
      if (part === undefined) return fleet.snapshots.index(scope);
      try {
        return await fleet.snapshots.part(scope, part);
      } catch (error) {
        if (error instanceof UnknownPart) throw new CallError('expired', serverLabel('cursor'));
        throw error;
      }
    },
  }),
  answering(liveChanges, {
    code: 'live:changes',
    kind: 'list',
    access: 'granted',
    changes: false,
    isLongPoll: true,
    work: async ({ body: { cursor }, signal }, { oper }) => {
      try {
        return await fleet.changes(cursor, { orgId: oper.org_id }, signal);
      } catch (error) {
        if (error instanceof ExpiredCursor) throw new CallError('expired', serverLabel('cursor'));
        throw error;
      }
    },
  }),
];
