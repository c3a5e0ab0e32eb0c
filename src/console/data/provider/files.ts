import type { Identifier } from 'react-admin';
import { isBlank } from '../../../config';
import { CALL, type ImportAnswer, verbPath } from '../../../protocol';
import { isFile } from '../http';
import { listBody } from '../wire';
import type { ConsoleDataProvider, ExportQuery } from './ConsoleDataProvider';
import type { EntityApi } from './entityApi';
import { referenceFilter } from './lists';
import { withZone } from './withZone';

/** Requests an export. @param more arguments besides those of the list */
const requestExport = async (
  api: EntityApi,
  resource: string,
  { ids, columns, filter, sort }: ExportQuery,
  more: object,
) => {
  const entity = api.entityOf(resource);
  const wireFilter = await referenceFilter(api, entity, filter);
  const query = { sort, filter: { ...wireFilter, ...(ids && { id: ids }) } };
  return withZone((zone) =>
    api.http.either<{ job: Identifier }>(verbPath(entity, 'export'), {
      ...listBody(entity, api.wire, query),
      ...zone,
      ...(columns && { columns }),
      ...more,
    }),
  );
};

export const fileMethods = (api: EntityApi) =>
  ({
    upload: (file, purpose, onProgress) =>
      api.http.upload(CALL.FILE_UPLOAD, file, { purpose }, { onProgress }),
    exportFile: async (resource, { job, ...query } = {}) => {
      const asJob = job && api.wire.exportJobs && { job };
      const answer = await requestExport(api, resource, query, { ...asJob });
      if (isFile(answer)) return { file: answer };
      if (isBlank(answer?.job)) throw api.badAnswerError(answer);
      return { job: answer.job };
    },
    sendList: async (resource, { to, weekly, ...query }) => {
      await requestExport(api, resource, query, { to, weekly });
    },
    importRows: async (resource, path, dryRun) =>
      (await withZone((zone) =>
        api.post(resource, 'import', { path, dryRun, ...zone }),
      )) as unknown as ImportAnswer,
    importTemplate: (resource) =>
      withZone((zone) =>
        api.http.file(verbPath(api.entityOf(resource), 'import'), { template: true, ...zone }),
      ),
  }) satisfies Partial<ConsoleDataProvider>;
