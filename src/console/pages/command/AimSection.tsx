import { ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetList, useTranslate } from 'react-admin';
import type { UseFormReturn } from 'react-hook-form';
import type { AnyEntity, Fields } from '../../../config';
import { ArgumentInputs } from '../../../fields/views/form';
import type { CommandCheck, CommandTargets } from '../../../protocol';
import { useEntityByName } from '../../app';
import { type ConsoleDataProvider, useReadableEntities } from '../../data';
import { commandCheckQuery } from '../../operations';
import { type AimValues, aimOf, type Choice, unknownNumbers } from './aim';
import { Numbers } from './Numbers';
import { Section } from './Section';

interface Props {
  readonly device: AnyEntity;
  readonly form: UseFormReturn<AimValues>;
  readonly fields: Fields;
  /** Command whose check counts the chosen locks; undefined if the operator may send none. */
  readonly code: string | undefined;
}

/** Choice of the locks that a command goes to. Nothing is chosen at first, and all locks only by the switch. */
export const AimSection = ({ device, form, fields, code }: Props) => {
  const translate = useTranslate();
  const values = form.watch();
  const { total } = useGetList(device.name, { pagination: { page: 1, perPage: 1 } });
  const aim = aimOf(values);
  const check = useAimCheck(code, values.choice === 'some' ? aim : undefined);
  return (
    <Section title={translate('operations.desk.aim')} note={translate('operations.desk.aimText')}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={values.choice}
        aria-label={translate('operations.desk.aim')}
        onChange={(_, choice: Choice | null) => choice && form.setValue('choice', choice)}
      >
        <ToggleButton value="some">{translate('operations.desk.some')}</ToggleButton>
        <ToggleButton value="all" disabled={total === undefined}>
          {total === undefined
            ? translate('operations.desk.allLocks')
            : translate('operations.desk.allOf', { smart_count: total })}
        </ToggleButton>
      </ToggleButtonGroup>
      {values.choice === 'some' && (
        <>
          <Numbers
            labels={(device.fields as Fields).sn?.label ?? []}
            value={values.numbers}
            onChange={(numbers) => form.setValue('numbers', numbers)}
            unknown={check ? unknownNumbers(check, values.numbers) : []}
          />
          <ArgumentInputs
            fields={fields}
            control={form.control as never}
            disabled={false}
            follows
          />
          {aim && code ? (
            <ChosenCount check={check} />
          ) : (
            <Typography variant="caption" color="textSecondary">
              {translate('operations.desk.everybody')}
            </Typography>
          )}
        </>
      )}
    </Section>
  );
};

/** Wait after the last change before the locks are counted, ms. */
const COUNT_DELAY = 300;

/** Checks a command to the chosen locks; undefined without both, and until the first answer. */
const useAimCheck = (
  code: string | undefined,
  aim: CommandTargets | undefined,
): CommandCheck | undefined => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const isChosen = code !== undefined && aim !== undefined;
  const query = commandCheckQuery(dataProvider, code ?? '', aim ?? {});
  const { data } = useQuery({
    ...query,
    // The dialog makes a check of its own when it opens.
    queryKey: ['chosenLocks', code, aim],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, COUNT_DELAY));
      signal.throwIfAborted();
      return query.queryFn();
    },
    enabled: isChosen,
    placeholderData: keepPreviousData,
  });
  return isChosen ? (data ?? undefined) : undefined;
};

const ChosenCount = ({ check }: { readonly check: CommandCheck | undefined }) => {
  const translate = useTranslate();
  if (!check) return null;
  const count = chosenCount(check);
  return (
    <Typography role="status" variant="body2" color="textSecondary">
      {translate(count === 0 ? 'operations.desk.none' : 'operations.targets', {
        smart_count: count,
      })}
    </Typography>
  );
};

/** Counts the locks of a check, those included that cannot take its command now. */
const chosenCount = ({ sns, refused }: CommandCheck): number =>
  refused
    .filter(({ code }) => code !== 'notFound')
    .reduce((sum, group) => sum + group.sns.length, sns.length);

/** Fields of a lock that narrow the targets, besides its number. */
const NARROWING = ['status', 'communicate_status', 'device_type_id'];

/** Entity whose fields describe the targets. */
const AIMING = 'commandSchedule';

/** Returns the fields that describe the targets, as far as their entities can be read. */
export const useAimFields = (device: AnyEntity): Fields => {
  const readable = useReadableEntities();
  const aiming = (useEntityByName(AIMING)?.fields ?? {}) as Fields;
  const own = device.fields as Fields;
  const aimFields = [
    ...['fences', 'orgs'].map((name) => [name, aiming[name]] as const),
    ...NARROWING.map((name) => [name, own[name]] as const),
  ];
  return Object.fromEntries(
    aimFields.flatMap(([name, field]) => {
      if (!field) return [];
      const { of } = field as { readonly of?: unknown };
      if (typeof of === 'string' && !readable.has(of)) return [];
      return [[name, { ...field, help: undefined, initial: undefined, required: false }]];
    }),
  );
};
