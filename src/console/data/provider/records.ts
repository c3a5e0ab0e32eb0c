import type { Identifier } from 'react-admin';
import { type AnyEntity, setsDay } from '../../../config';
import { actionPath, isRecord, type PreviewAnswer } from '../../../protocol';
import {
  changedValues,
  fieldsOf,
  keyNameOf,
  omitSecrets,
  previousValues,
  recordFromWire,
  splitCoordinates,
  writableValues,
} from '../wire';
import type { ConsoleDataProvider } from './ConsoleDataProvider';
import type { EntityApi } from './entityApi';

export const recordMethods = (api: EntityApi) =>
  ({
    getOne: async (resource, { id, signal }) => {
      const entity = api.entityOf(resource);
      const key = { [keyNameOf(entity, api.wire)]: id };
      const row = await api.inZone(entity.byDay, (zone) =>
        api.post(resource, 'get', { ...key, ...zone }, { signal }),
      );
      if (!isRecord(row)) throw api.badAnswerError(row);
      return recordResult(api, entity, row, key) as never;
    },
    create: async (resource, { data }) => {
      const entity = api.entityOf(resource);
      const values = await newValues(api, entity, data);
      const call = api.inZone(setsDay(entity.stamps, entity.fields), (zone) =>
        api.post(resource, 'add', { ...values, ...zone }),
      );
      return recordResult(api, entity, await api.withRecordErrors(entity, call), data) as never;
    },
    preview: async (resource, data, options) => {
      const entity = api.entityOf(resource);
      const path = actionPath(entity.name, 'preview');
      const values = await newValues(api, entity, data);
      return api.withRecordErrors(entity, api.http.post<PreviewAnswer>(path, values, options));
    },
    update: async (resource, { id, data, previousData }) =>
      (await update(api, resource, id, data, previousData)) as never,
    updateMany: async (resource, { ids, data }) => {
      // Sequential: the first error stops the others, and the order is kept.
      for (const id of ids) await update(api, resource, id, data);
      return { data: ids };
    },
    delete: async (resource, { id, previousData }) => {
      await remove(api, resource, [id]);
      return { data: previousData ?? { id } } as never;
    },
    deleteMany: async (resource, { ids }) => {
      await remove(api, resource, ids);
      return { data: ids };
    },
  }) satisfies Partial<ConsoleDataProvider>;

/** @param before the record before the edit, so that concurrent changes are not overwritten */
const update = async (
  api: EntityApi,
  resource: string,
  id: Identifier,
  record: object,
  before?: object,
) => {
  const { wire } = api;
  const entity = api.entityOf(resource);
  const fields = fieldsOf(entity);
  const previous = splitCoordinates(fields, { ...before });
  const changes = changedValues(entity, splitCoordinates(fields, { ...record }), previous);
  const key = { [keyNameOf(entity, wire)]: id };
  const expected =
    wire.before && before ? { [wire.before]: previousValues(entity, changes, previous) } : {};
  const values = await api.encryptSecrets(fields, changes);
  const call = api.post(resource, 'update', { ...values, ...expected, ...key });
  const row = await api.withRecordErrors(entity, call);
  return recordResult(api, entity, row, { ...before, ...record, ...key });
};

const remove = ({ post, wire }: EntityApi, resource: string, ids: readonly Identifier[]) =>
  post(resource, 'delete', { [wire.ids]: ids });

/** Values that are sent for a new record. */
const newValues = ({ encryptSecrets }: EntityApi, entity: AnyEntity, data: object) => {
  const fields = fieldsOf(entity);
  const values = writableValues(entity, 'create', splitCoordinates(fields, { ...data }));
  return encryptSecrets(fields, values);
};

/** The record in a response. If the response is empty, the server has stored the values that were sent. */
const recordResult = (
  { wire }: EntityApi,
  entity: AnyEntity,
  row: Record<string, unknown> | null,
  values: object,
) => ({
  data: recordFromWire(entity, wire, omitSecrets(entity, { ...values, ...row })),
});
