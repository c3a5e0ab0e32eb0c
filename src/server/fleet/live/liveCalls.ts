import type { Console } from '../../../config';
import { verbPath } from '../../../protocol';
import { liveChanges, liveSnapshot } from '../../../protocol/contracts/live';
import { answering } from '../../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type SignedInEndpoint,
  serverLabel,
} from '../../calls/endpoint';
import type { LiveScope } from '../commands/sharing';
import type { LiveFeed } from './live';
import { ExpiredCursor } from './liveCursor';
import { UnknownPart } from './snapshot';

interface LiveDependencies {
  readonly fleet: Pick<LiveFeed, 'snapshots' | 'changes'>;
  readonly config: Pick<Console, 'entities'>;
}

/** Endpoints of the live view: a snapshot of the fleet, then its changes. Alarms are for those who may list them. */
export const liveCalls = ({ fleet, config }: LiveDependencies): readonly SignedInEndpoint[] => {
  const alarms = config.entities.find(({ name }) => name === 'alertRecord');
  const scopeOf = async (
    { permits }: Pick<CallContext, 'permits'>,
    { oper }: Caller,
  ): Promise<LiveScope> => ({
    orgId: oper.org_id,
    withoutAlarms: alarms !== undefined && !(await permits(verbPath(alarms, 'list'))),
  });
  return [
    answering(liveSnapshot, {
      code: 'live:snapshot',
      kind: 'list',
      access: 'granted',
      changes: false,
      work: async (context, caller) => {
        const { part } = context.body;
        const scope = await scopeOf(context, caller);
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
      work: async (context, caller) => {
        const { cursor } = context.body;
        try {
          return await fleet.changes(cursor, await scopeOf(context, caller), context.signal);
        } catch (error) {
          if (error instanceof ExpiredCursor) throw new CallError('expired', serverLabel('cursor'));
          throw error;
        }
      },
    }),
  ];
};
