import ArrowIcon from '@mui/icons-material/ArrowForward';
import { Alert, Box, Typography } from '@mui/material';
import { useMemo } from 'react';
import {
  type Identifier,
  type RaRecord,
  RecordContextProvider,
  useListContext,
  useTranslate,
} from 'react-admin';
import type { Action, AnyEntity, Command, Field, Fields, Row } from '../../../config';
import { ownValue } from '../../../domain/ownValue';
import { isSecret } from '../../../fields';
import { lineEntity } from '../../../fields/lines';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { viewOf } from '../../../fields/views/registry';
import { AloneValue } from '../../../fields/views/valueCell';
import { isRecord } from '../../../protocol';
import { exactFilter, fieldOf, type NamedField } from '../../app/record';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { NoRelatedRows } from '../list/NoRows';
import { type Filter, renamer } from '../list/state/listState';
import { lineChanges } from './lineChanges';
import { InnerList, RelatedListFooter } from './RelatedList';

interface Props {
  readonly entity: AnyEntity;
  readonly log: AnyEntity;
  readonly id: Identifier;
}

export const HistoryList = ({ entity, log, id }: Props) => {
  const filter = useMemo(
    () => ({
      ...exactFilter(log, 'entity', entity.was ? [entity.name, entity.was] : entity.name),
      ...exactFilter(log, 'record_id', id),
    }),
    [entity, log, id],
  );
  return (
    <InnerList entity={log} filter={filter}>
      <HistoryEntries entity={entity} log={log} filter={filter} />
    </InnerList>
  );
};

type EntriesProps = Omit<Props, 'id'> & { readonly filter: Filter };

const HistoryEntries = ({ entity, log, filter }: EntriesProps) => {
  const translate = useTranslate();
  const { data: rows, error, isPending } = useListContext();
  if (isPending) return <FactsSkeleton />;
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!rows || rows.length === 0) {
    return <NoRelatedRows text={translate('entity.history.none')} />;
  }
  return (
    <>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <RecordContextProvider key={row.id} value={row}>
            <HistoryEntry entity={entity} log={log} row={row} />
          </RecordContextProvider>
        ))}
      </Box>
      <RelatedListFooter entity={log} filter={filter} />
    </>
  );
};

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 0.75,
  overflowWrap: 'anywhere',
} as const;

const Change = ({ change }: { change: HistoryChange }) => {
  const text = useText();
  const locale = useReaderLocale();
  const translate = useTranslate();
  const { name, field, value } = change;
  const { Change: OwnChange } = viewOf(field);
  const part = lineEntity(field);
  if (part) {
    return lineChanges(part, change, locale).map((each) => (
      <Typography key={each} component="li" variant="body2" sx={line}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {text(field.label)}
        </Box>
        {each}
      </Typography>
    ));
  }
  const renderValue = (value: unknown) =>
    isSecret(field) ? (
      '••••••'
    ) : (
      <AloneValue name={name} field={field} value={value} record={{ [name]: value }} />
    );
  return (
    <Typography component="li" variant="body2" sx={line}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {text(field.label)}
      </Box>
      {'before' in change && OwnChange ? (
        <OwnChange {...change} before={change.before} record={{ [name]: value }} />
      ) : (
        <>
          {'before' in change && (
            <>
              {renderValue(change.before)}
              <ArrowIcon titleAccess={translate('entity.history.became')} sx={{ fontSize: 14 }} />
            </>
          )}
          {renderValue(value)}
        </>
      )}
    </Typography>
  );
};

const HistoryEntry = ({ entity, log, row }: Omit<Props, 'id'> & { readonly row: RaRecord }) => {
  const translate = useTranslate();
  const at = fieldOf(log, 'create_time');
  const failed = row.success === false;
  const Time = at && viewOf(at).Cell;
  return (
    <Box component="li" sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={line}>
        <Typography component="h3" variant="subtitle2" color={failed ? 'error' : undefined}>
          {String(row.title ?? row.operate_url ?? '')}
        </Typography>
        <Typography variant="body2" color="textSecondary" component="div" sx={{ ml: 'auto' }}>
          {String(row.operate_name ?? '')} ·{' '}
          {at && Time && (
            <Time field={at} name="create_time" value={row.create_time} record={row} full />
          )}
        </Typography>
      </Box>
      {failed && (
        <Typography variant="body2" color="error">
          {translate('entity.history.refused', { reason: String(row.error_msg ?? '') })}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {historyChanges(entity, row).map((change) => (
          <Change
            // A field and an argument may have the same name.
            key={`${change.name} ${'before' in change}`}
            change={change}
          />
        ))}
      </Box>
    </Box>
  );
};

/** Value of a logged call, with the previous one if the log has it. */
interface HistoryChange extends NamedField {
  readonly value: unknown;
  readonly before?: unknown;
}

/** Returns the values of a logged body, with those `before`; those of unknown fields are left out. */
const changesIn = (
  body: unknown,
  fields: Fields,
  nameOf = (name: string) => name,
): HistoryChange[] => {
  if (!isRecord(body)) return [];
  const before = isRecord(body.before) ? body.before : undefined;
  return Object.entries(body).flatMap(([logged, value]): HistoryChange[] => {
    const name = nameOf(logged);
    const field = ownValue(fields, name) as Field | undefined;
    if (!field) return [];
    const earlier = before && Object.hasOwn(before, logged) ? { before: before[logged] } : {};
    return [{ name, field, value, ...earlier }];
  });
};

/** Returns what a logged call changed, and the arguments of an action or command that are not among it. */
export const historyChanges = (entity: AnyEntity, row: Row): HistoryChange[] => {
  const code =
    String(row.operate_url ?? '')
      .split('/')
      .at(-1) ?? '';
  const declared: Readonly<Record<string, Action | Command | undefined>> = {
    ...entity.commands,
    ...entity.actions,
  };
  const operation = ownValue(declared, code);
  const body = row.changes ?? (operation ? undefined : row.request_body);
  const changes = changesIn(body, entity.fields, renamer(entity));
  if (!operation) return changes;
  const { sets = {} } = operation as Partial<Action>;
  const stored = changes.map(({ name }) => sets[name]);
  const args = changesIn(row.request_body, operation.args);
  return [...changes, ...args.filter(({ name }) => !stored.includes(`@args.${name}`))];
};
