import { type Action, type Command, setsDay } from '../../../config';
import { ownValue } from '../../../domain/ownValue';
import {
  type ActionAnswer,
  actionPath,
  type CommandCheck,
  checkPath,
  codePath,
  commandPath,
  ticketPath,
} from '../../../protocol';
import { isFile } from '../http';
import { isOptionalCallRefused } from '../missingCall';
import type { ConsoleDataProvider } from './ConsoleDataProvider';
import type { EntityApi } from './entityApi';

export const operationMethods = ({
  http,
  wire,
  declared,
  entityOf,
  encryptSecrets,
  inZone,
}: EntityApi) =>
  ({
    action: async (resource, code, ids, args = {}, options) => {
      const entity = entityOf(resource);
      const action: Action | undefined = ownValue(entity.actions, code);
      const values = await encryptSecrets(action?.args ?? {}, { ...args });
      const body = { ...values, [wire.ids]: ids };
      const path = actionPath(entity.name, code);
      const isDated = action !== undefined && setsDay(action.sets, action.args);
      const answer = await inZone(isDated, (zone) =>
        http.either<Partial<ActionAnswer> | null>(path, { ...body, ...zone }, options),
      );
      // An empty response means success.
      return isFile(answer) ? answer : { done: ids.length, failed: [], ...answer };
    },
    command: async (code, sns, args = {}, how) => {
      const command = declared.entities
        .map(({ commands }): Command | undefined => ownValue(commands, code))
        .find(Boolean);
      const values = await encryptSecrets(command?.args ?? {}, { ...args });
      return http.post(commandPath(code), { ...values, sns, ...(how && { how }) });
    },
    checkCommand: async (code, targets) => {
      try {
        const answer = await http.post<CommandCheck | null>(checkPath(code), { targets });
        return Array.isArray(answer?.sns) ? answer : undefined;
      } catch (error) {
        // A customer's server may lack the call. It then reports errors when the command is sent.
        if (isOptionalCallRefused(error)) return undefined;
        throw error;
      }
    },
    sendCode: (code) => http.post(codePath(code), {}),
    cancelTickets: (ids) => http.post(ticketPath('cancel'), { ids }),
    resendTickets: (ids, how) => http.post(ticketPath('resend'), { ids, ...(how && { how }) }),
  }) satisfies Partial<ConsoleDataProvider>;
