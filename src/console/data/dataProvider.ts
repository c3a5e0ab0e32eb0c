import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import { createEntityApi, type EntityApiOptions } from './provider/entityApi';
import { fileMethods } from './provider/files';
import { listMethods } from './provider/lists';
import { operationMethods } from './provider/operations';
import { recordMethods } from './provider/records';
import { serviceMethods } from './provider/services';

export const ALARMS = 'alertRecord';

/** Creates the data provider for the declared entities. */
export const createDataProvider = (options: EntityApiOptions): ConsoleDataProvider => {
  const api = createEntityApi(options);
  const { http } = api;
  return {
    supportAbortSignal: true,
    call: (path, body, options) => http.post(path, body, options),
    ...listMethods(api),
    ...recordMethods(api),
    ...operationMethods(api),
    ...fileMethods(api),
    ...serviceMethods(api),
  };
};
