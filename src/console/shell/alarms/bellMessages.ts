import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import { type AnswerOf, CALL, type Calls } from '../../../protocol';
import { type ConsoleDataProvider, callIfPresent, errorNotice, typedCalls } from '../../data';

/** Poll interval, ms: other users send them. */
const EVERY = 60_000;

type Unread = AnswerOf<Calls[typeof CALL.BELL_UNREAD]>;

const KEY = [CALL.BELL_UNREAD];

/** Unread messages of actions to the operator. A customer's server may have none. */
export const useBellMessages = () => {
  const { call } = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const post = typedCalls(call);
  const { data } = useQuery<Unread | null>({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      callIfPresent(queryClient, CALL.BELL_UNREAD, () => post(CALL.BELL_UNREAD, {}, { signal })),
    refetchInterval: EVERY,
  });
  const markRead = async (ids: readonly number[]): Promise<void> => {
    try {
      await post(CALL.BELL_READ, { ids });
    } catch (error) {
      notify(...errorNotice(error));
    }
    await queryClient.invalidateQueries({ queryKey: KEY });
  };
  return { messages: data?.list ?? [], total: data?.total ?? 0, markRead };
};
