import type { Console } from '../../../config';
import { verbPath } from '../../../protocol';
import { liveChanges, liveSnapshot } from '../../../protocol/contracts/live';
import { answering } from '../../calls/answering';
import type { CallContext, Caller, SignedInEndpoint } from '../../calls/endpoint';
import type { LiveScope } from '../commands/sharing';
import type { LiveFeed } from './live';

const COMMON = { kind: 'list', access: 'granted', changes: false } as const;

/** Endpoints of the live view: a snapshot of the fleet, then its changes. Alarms are for those who may list them. */
export const liveCalls = ({
  fleet,
  config,
}: {
  readonly fleet: Pick<LiveFeed, 'snapshots' | 'changes'>;
  readonly config: Pick<Console, 'entities'>;
}): readonly SignedInEndpoint[] => {
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
      ...COMMON,
      code: 'live:snapshot',
      work: async (context, caller) => {
        const { part } = context.body;
        const scope = await scopeOf(context, caller);
        return part === undefined
          ? fleet.snapshots.index(scope)
          : fleet.snapshots.part(scope, part);
      },
    }),
    answering(liveChanges, {
      ...COMMON,
      code: 'live:changes',
      isLongPoll: true,
      work: async (context, caller) =>
        fleet.changes(context.body.cursor, await scopeOf(context, caller), context.signal),
    }),
  ];
};
