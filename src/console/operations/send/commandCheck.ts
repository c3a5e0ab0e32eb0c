import type { CommandTargets } from '../../../protocol';
import type { ConsoleDataProvider } from '../../data';

/** Query for the effect of a command on its locks; null if the server does not support the check. */
export const commandCheckQuery = (
  dataProvider: ConsoleDataProvider,
  code: string,
  targets: CommandTargets,
) => ({
  queryKey: ['commandCheck', code, targets],
  queryFn: async () => (await dataProvider.checkCommand(code, targets)) ?? null,
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
});
