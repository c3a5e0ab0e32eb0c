import { yupResolver } from '@hookform/resolvers/yup';
import { Alert, Box, Typography } from '@mui/material';
import { useState } from 'react';
import { type RaRecord, RecordContextProvider, useGetOne, useTranslate } from 'react-admin';
import { useForm } from 'react-hook-form';
import { type AnyEntity, type Fields, type Operation, requiredArguments } from '../../../config';
import { filledText, NO_VALUE } from '../../../domain/label';
import { schemaOf } from '../../../fields';
import { recordSchema } from '../../../fields/recordSchema';
import { fieldText } from '../../../fields/schemas';
import { ArgumentInputs, initialArguments, type Values } from '../../../fields/views/form';
import { useNoun, useReaderLocale, useText } from '../../../fields/views/reader';
import { eventFieldOf, fieldOf } from '../../app/record';
import { useRecordNames } from '../../app/recordNames';
import { FieldCell } from '../../app/slots';
import { useFormErrors, useSingleFlight } from '../../data';
import { ErrorAlert } from '../../look/alerts';
import { Fact, Facts } from '../../look/Facts';
import { operationOf, useAllowedRecords } from '../offer/availability';
import type { ActionRequest } from '../offer/items';
import { type ActionOutcome, formErrorOf, useRunAction } from '../send/runAction';
import {
  type DialogProps,
  OperationDialog,
  QUESTION_ID,
  RecordNames,
  RefusedRecords,
  type TargetsProps,
} from './OperationDialog';
import { RecordSummary } from './RecordSummary';
import { Secrets } from './Secrets';
import { CodeButton } from './Sending';

/**
 * Asks for an action's arguments and confirmation, lists its records, runs it, and shows which records failed and why.
 */
export const ActionDialog = ({ request, onClose }: DialogProps<ActionRequest>) => {
  const translate = useTranslate();
  const text = useText();
  const action = operationOf(request.entity.actions, request.code);
  const attempt = { action: request.code };
  const targets = useAllowedRecords(request.entity, attempt, request.records);
  const count = targets.allowed.length;
  const args = argumentsFor(action, targets.allowed);
  const { run, processed } = useRunAction();
  const busy = processed !== undefined;
  const [outcome, setOutcome] = useState<ActionOutcome>();
  // If nothing was done, what was typed can be corrected. Otherwise a second press would repeat the action.
  const isOver = outcome && (outcome.done > 0 || Object.keys(args).length === 0);
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: initialArguments(action.args),
    resolver: yupResolver(recordSchema(args, 'create')) as never,
  });
  const { failure, refuse, forget } = useFormErrors(setError, Object.keys(args), {
    ...request.entity.fields,
    ...args,
  });
  const once = useSingleFlight();
  const submit = handleSubmit(async (values) => {
    forget();
    setOutcome(undefined);
    const result = await once(() => run({ ...request, records: targets.allowed }, values));
    if (!result) return;
    const { error, failed, done, secrets } = result;
    if (error === undefined && failed.length + secrets.length === 0) return onClose();
    const refusal = formErrorOf(result);
    if (refusal !== undefined) refuse(refusal);
    if (failed.length > 0 || done > 0) setOutcome(result);
  });
  const command: unknown = targets.allowed[0]?.cmd;
  const label = text(action.label);
  const many = () => translate('entity.action.many', { action: label, smart_count: count });
  const title = useEventTitle(request.entity, label, targets.allowed);
  return (
    <OperationDialog
      operation={action}
      title={title}
      count={count}
      busy={busy}
      stays={outcome !== undefined && outcome.secrets.length > 0}
      onClose={onClose}
      closeLabel={translate(isOver ? 'ra.action.close' : 'ra.action.cancel')}
      onSubmit={submit}
      submitLabel={isOver ? undefined : count > 1 ? many() : label}
    >
      {outcome && (isOver || outcome.failed.length > 1) && (
        <ActionFailures request={request} outcome={outcome} />
      )}
      {outcome && outcome.secrets.length > 0 && <Secrets secrets={outcome.secrets} name={label} />}
      {!isOver && (
        <>
          {action.confirm && (
            <Question
              entity={request.entity}
              text={text(action.confirm)}
              records={targets.allowed}
            />
          )}
          <ActionTargets entity={request.entity} attempt={attempt} targets={targets} />
          <ArgumentInputs fields={args} control={control} disabled={busy} />
          {args.code && typeof command === 'string' && (
            <CodeButton code={command} disabled={busy} />
          )}
        </>
      )}
      <ErrorAlert sx={{ whiteSpace: 'pre-line' }}>{failure}</ErrorAlert>
      {busy && count > action.max && (
        <Typography role="status" color="textSecondary">
          {translate('entity.action.progress', { processed, count })}
        </Typography>
      )}
    </OperationDialog>
  );
};

/** Returns the title of an action on records of events: "Process: Inside fence", "Process 7 alarms". */
const useEventTitle = (
  entity: AnyEntity,
  action: string,
  records: readonly RaRecord[],
): string | undefined => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const noun = useNoun();
  const name = eventFieldOf(entity);
  const field = name === undefined ? undefined : fieldOf(entity, name);
  const [first] = records;
  if (!field || name === undefined || !first) return undefined;
  const count = records.length;
  return count === 1
    ? translate('entity.action.titled', {
        label: action,
        event: fieldText(field, name, first, locale),
      })
    : translate('entity.action.titledMany', { action, count, noun: noun(entity, count) });
};

/** Returns the arguments of an action, with those required that the records make mandatory. */
const argumentsFor = (action: Operation, records: readonly RaRecord[]): Fields => {
  const required = Object.keys(requiredArguments(action, records));
  return Object.fromEntries(
    Object.entries(action.args).map(([name, field]) => [
      name,
      required.includes(name) ? { ...field, required: true } : field,
    ]),
  );
};

interface QuestionProps {
  readonly entity: AnyEntity;
  /** With `%{field}` for values of the record. */
  readonly text: string;
  readonly records: readonly RaRecord[];
}

const Question = ({ entity, text, records: [record] }: QuestionProps) => {
  const locale = useReaderLocale();
  const names = [...text.matchAll(/%\{(\w+)\}/g)].map(([, name = '']) => name);
  // Rows of a list have no virtual fields.
  const isPartial = names.some((name) => fieldOf(entity, name)?.virtual);
  const { data = record, isSuccess } = useGetOne(
    entity.name,
    { id: record?.id },
    { enabled: isPartial && record !== undefined, retry: false },
  );
  const empty = isPartial && !isSuccess ? '…' : NO_VALUE;
  const values = names.map((name) => {
    const field = fieldOf(entity, name);
    return [name, (field && data && fieldText(field, name, data, locale)) || empty];
  });
  return <Typography id={QUESTION_ID}>{filledText(text, Object.fromEntries(values))}</Typography>;
};

/** Lists the records that the action applies to, and the others with the reason. */
const ActionTargets = (props: TargetsProps<RaRecord>) => {
  const translate = useTranslate();
  const { entity } = props;
  const { allowed } = props.targets;
  const { fullNameOf } = useRecordNames(entity);
  return (
    <>
      {allowed.length > 1 && <RecordSummary entity={entity} records={allowed} />}
      <RecordNames label={translate('entity.action.targets')} names={allowed.map(fullNameOf)} />
      {allowed.length === 1 && allowed[0] && isVagueTitle(entity) && (
        <RecordFacts entity={entity} record={allowed[0]} />
      )}
      <RefusedRecords {...props} sentence="entity.action.leftOut" />
    </>
  );
};

/** True if the title does not identify a record: a time, or the lock of a record with a detail panel. */
const isVagueTitle = (entity: AnyEntity): boolean => {
  const field = fieldOf(entity, entity.title);
  return entity.side !== undefined || (field !== undefined && schemaOf(field).countBy === 'day');
};

/** Shows a record as its card in a list, by default its columns. */
const RecordFacts = ({ entity, record }: { entity: AnyEntity; record: RaRecord }) => {
  const text = useText();
  const columns = (entity.card ?? entity.columns).filter(
    (name) => name !== entity.title && record[name],
  );
  return (
    <RecordContextProvider value={record}>
      <Facts>
        {columns.map((name) => {
          const field = fieldOf(entity, name);
          if (!field) return null;
          return (
            <Fact key={name} label={text(field.label)}>
              <FieldCell field={field} name={name} record={record} />
            </Fact>
          );
        })}
      </Facts>
    </RecordContextProvider>
  );
};

/** Further failures are only counted. */
const MAX_NAMED = 200;

interface ActionFailuresProps {
  readonly request: ActionRequest;
  readonly outcome: ActionOutcome;
}

/** Shows the number of successes, and each failure by title with its reason. */
const ActionFailures = ({ request: { entity, records }, outcome }: ActionFailuresProps) => {
  const translate = useTranslate();
  const { fullNameOf } = useRecordNames(entity);
  const byId = new Map(records.map((record) => [String(record.id), record]));
  const { done, failed, messages } = outcome;
  return (
    <Box role="alert" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {done > 0 && (
        <Alert severity="success">
          {translate('entity.action.doneWith', { smart_count: done })}
        </Alert>
      )}
      {messages.map((message) => (
        <Typography key={message}>{message}</Typography>
      ))}
      {failed.length > 0 && (
        <Alert severity="error">
          {translate('entity.action.failed', { smart_count: failed.length })}
          <Box
            component="ul"
            tabIndex={0}
            sx={{ m: 0, mt: 0.75, pl: 2.5, maxHeight: 260, overflowY: 'auto' }}
          >
            {failed.slice(0, MAX_NAMED).map(({ id, why }) => {
              const record = byId.get(String(id));
              return (
                <li key={id}>
                  <strong>{record ? fullNameOf(record) : id}</strong> {why}
                </li>
              );
            })}
          </Box>
        </Alert>
      )}
    </Box>
  );
};
