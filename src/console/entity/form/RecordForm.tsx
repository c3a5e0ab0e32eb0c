import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  CreateBase,
  EditBase,
  Form,
  type RaRecord,
  useRegisterMutationMiddleware,
  useSaveContext,
  useTranslate,
} from 'react-admin';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import type { Field, Label } from '../../../config';
import { FormField as FieldInput } from '../../../fields/views/form';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import type { NamedField } from '../../app/record';
import { SlotComponent, useLoadedInputs } from '../../app/slots';
import { useAccess, useFormErrors, useSingleFlight } from '../../data';
import { type Screen, useScreen } from '../screen';
import { type EditMerge, merged, mergeEdit, storedValues } from './mergeEdit';
import { StaleDialog } from './StaleDialog';
import { StayDialog } from './StayDialog';
import {
  defaultLanguage,
  defaultOrganisation,
  defaultRole,
  dirtyValues,
  nonEmptyValues,
  resolverOf,
  saveWarnings,
  startValues,
  type Values,
} from './values';

/** State of a form for its children. Inputs find the rest in react-admin's contexts. */
export interface FormProgress {
  /** Record that the form was opened with, or that the last merge ended with; undefined for a new one. */
  readonly baseRecord: RaRecord | undefined;
  readonly saving: boolean;
  /** Error message that belongs to no input. */
  readonly failure: string | undefined;
  /** Rises when a merge replaces the values. Inputs with a state of their own remount on it. */
  readonly version: number;
}

interface Props {
  /**
   * Record to edit; undefined for a new one. Only the first value counts: live changes arrive while the operator types.
   */
  readonly record?: RaRecord;
  readonly rows: readonly NamedField[][];
  readonly presetValues?: Screen['presetValues'];
  readonly onSaved: (record: RaRecord) => void;
  readonly className?: string;
  readonly children: (progress: FormProgress) => ReactNode;
}

/** Show a record as saved only after the server has confirmed it. The form reports the result itself. */
const editProps = {
  redirect: false,
  disableAuthentication: true,
  mutationMode: 'pessimistic',
  mutationOptions: { onSuccess: () => {}, onError: () => {} },
} as const;

/**
 * Form of a record on react-admin's contexts, so that any of its inputs works inside. A failure keeps the input. If
 * another operator has changed the record meanwhile, a dialog merges the versions.
 */
export const RecordForm = (props: Props) => {
  const { record, rows } = props;
  const { entity } = useScreen();
  const [first] = useState(record);
  if (!useLoadedInputs(rows.flat())) return null;
  return first ? (
    <EditBase
      {...editProps}
      resource={entity.name}
      id={first.id}
      redirectOnError={false}
      // Use the record as a placeholder, so that the query cache does not take it for an answer of the server.
      queryOptions={{ enabled: false, placeholderData: first }}
    >
      <SavingForm {...props} record={first} />
    </EditBase>
  ) : (
    <CreateBase {...editProps} resource={entity.name}>
      <SavingForm {...props} />
    </CreateBase>
  );
};

/** react-admin resets its form whenever a kept page comes into view again; keep the unsaved input. */
const RESET = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepTouched: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
} as const;

const SavingForm = ({ record, rows, presetValues, onSaved, className, children }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const once = useSingleFlight();
  const form = useRef<UseFormReturn<Values>>(null);
  const names = useMemo(() => rows.flat().map(({ name }) => name), [rows]);
  const { failure, refuse, forget } = useFormErrors(
    (name, error, options) => form.current?.setError(name, error, options),
    names,
    entity.fields,
  );
  const [baseRecord, setBaseRecord] = useState(record);
  const [saving, setSaving] = useState(false);
  const [merge, setMerge] = useState<EditMerge>();
  /** Input that waits for the operator's confirmation. */
  const [question, setQuestion] = useState<{ warnings: readonly Label[]; values: Values }>();
  const [version, setVersion] = useState(0);
  const start = useStart(presetValues);

  /** Record that the input is based on; the server compares it with the stored one. */
  const before = useRef(record);
  const send = useSend(rows, presetValues, before);

  const attempt = (values: Values) =>
    once(async () => {
      forget();
      setSaving(true);
      try {
        onSaved(await send(values));
      } catch (error) {
        const current = storedValues(error);
        if (before.current && current) setMerge(mergeEdit(rows, before.current, values, current));
        else refuse(error);
      } finally {
        setSaving(false);
      }
    });

  const ask = (values: Values) => {
    const warnings = saveWarnings(rows, values);
    if (warnings.length === 0) return attempt(values);
    setQuestion({ warnings, values });
  };

  const saveAnyway = () => {
    setQuestion(undefined);
    if (question) void attempt(question.values);
  };

  const applyMerge = ({ theirs, ...rest }: EditMerge, theirFields: ReadonlySet<string>) => {
    const values = merged(rows, { theirs, ...rest }, theirFields);
    setMerge(undefined);
    setBaseRecord(theirs);
    before.current = theirs;
    form.current?.reset(initialValues(rows, theirs));
    for (const { name } of rows.flat()) {
      form.current?.setValue(name, values[name], { shouldDirty: true });
    }
    setVersion(version + 1);
    void attempt(values);
  };

  return (
    <Form
      record={useMemo(() => initialValues(rows, baseRecord, start), [rows, baseRecord, start])}
      resolver={useMemo(
        () => resolverOf(entity, baseRecord ? 'edit' : 'create', names, baseRecord),
        [entity, baseRecord, names],
      )}
      onSubmit={ask}
      resetOptions={RESET}
      disableInvalidFormNotification
      noValidate
      className={className}
    >
      <FormHandle ref={form} />
      {children({ baseRecord, saving, failure, version })}
      {question && (
        <StayDialog
          title={translate('entity.form.saveAnyway')}
          texts={question.warnings.map(text)}
          onStay={() => setQuestion(undefined)}
          leave={<Button onClick={saveAnyway}>{translate('ra.action.save')}</Button>}
        />
      )}
      {merge && (
        <StaleDialog
          merge={merge}
          onLeave={() => setMerge(undefined)}
          onMerge={(theirFields) => applyMerge(merge, theirFields)}
        />
      )}
    </Form>
  );
};

type Call = (
  resource: string,
  params: { readonly previousData?: RaRecord },
) => Promise<{ data: RaRecord }>;

/**
 * Returns a function that saves the values of the form.
 * @param before record that the input is based on; undefined to create one
 */
const useSend = (
  rows: Props['rows'],
  presetValues: Props['presetValues'],
  before: RefObject<RaRecord | undefined>,
) => {
  const client = useQueryClient();
  const { save } = useSaveContext();
  // Send the record as the form opened it: react-admin would send the cached one, which is newer.
  const answer = useRef<ReturnType<Call>>(null);
  useRegisterMutationMiddleware<Call>(
    useCallback(
      (resource, params, next) => {
        const { current } = before;
        answer.current = next(resource, current ? { ...params, previousData: current } : params);
        return answer.current;
      },
      [before],
    ),
  );

  /**
   * @returns the stored record
   * @throws ApiError
   */
  return async (values: Values): Promise<RaRecord> => {
    const from = before.current;
    const changes = from
      ? dirtyValues(rows, values, startValues(rows, from))
      : { ...presetValues, ...nonEmptyValues(rows, values) };
    // After a merge that kept no own value there is nothing to save, but the list is outdated.
    const nothing = from !== undefined && Object.keys(changes).length === 0;
    if (nothing) {
      void client.invalidateQueries();
      return from;
    }
    answer.current = null;
    let failure: unknown = new Error('The form did not reach the data provider');
    // An input may refuse to save before the call.
    await save?.(changes, {
      onError: (error) => {
        failure = error;
      },
    });
    if (!answer.current) throw failure;
    const { data } = await answer.current;
    // Lists and details of other entities contain this record's title.
    await client.invalidateQueries();
    return data;
  };
};

/** Returns the values that a new record starts with: those of its operator, and those of the place where it is created. */
const useStart = (presetValues: Props['presetValues']) => {
  const { entity } = useScreen();
  const { oper } = useAccess();
  const locale = useReaderLocale();
  return useMemo(
    () => ({
      ...defaultOrganisation(entity, oper),
      ...defaultRole(entity, oper),
      ...defaultLanguage(entity, locale),
      ...presetValues,
    }),
    [entity, oper, locale, presetValues],
  );
};

/** Returns the initial form values: those of the inputs, and the rest of the record for inputs of slots. */
const initialValues = (
  rows: readonly NamedField[][],
  record: RaRecord | undefined,
  presetValues?: Screen['presetValues'],
) => ({
  ...(record ?? presetValues),
  ...startValues(rows, record, presetValues),
});

/** Input of a field: the component declared for it, else the one of its kind. */
export const RecordInput = (
  props: ComponentProps<typeof FieldInput> & { readonly field: Field },
) => {
  const { name, field, disabled = false, autoFocus = false } = props;
  const { input } = field.slots ?? {};
  const text = useText();
  if (!input) return <FieldInput {...props} />;
  const slotProps = {
    source: name,
    label: text(field.label),
    helperText: field.help ? text(field.help) : (false as const),
    isRequired: field.required,
    disabled,
    autoFocus,
  };
  return <SlotComponent slot={input} slotProps={slotProps} />;
};

/** Gives the form's methods to components outside of the form. */
const FormHandle = ({ ref }: { readonly ref: Ref<UseFormReturn<Values>> }) => {
  const form = useFormContext<Values>();
  useImperativeHandle(ref, () => form, [form]);
  return null;
};
