import UploadIcon from '@mui/icons-material/UploadFile';
import {
  Alert,
  Box,
  Button,
  Card,
  CardContent,
  LinearProgress,
  TextField,
  Link as TextLink,
  Typography,
} from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useGetList, useNotify, useTranslate } from 'react-admin';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { type AnyEntity, type Fields, isBlank, type Row } from '../../config';
import { TimeCell } from '../../fields/views/cells';
import { ArgumentInputs, type Values } from '../../fields/views/form';
import { useText } from '../../fields/views/reader';
import type { CommandTargets } from '../../protocol';
import {
  pageTitles,
  recordAddress,
  useEntityByName,
  useIsTitledByTab,
  useListAddress,
  useMenus,
} from '../app';
import { useCanRead, useReadableEntities } from '../data';
import { FRAME } from '../look/theme';
import { useIsPhone } from '../look/useIsPhone';
import { OperationButton, useCommand, useGrantedCommands } from '../operations';
import { parseNumbers, readNumbers } from './numbersFile';
import { FieldText } from './values';

const DEVICE = 'device';
const BATCHES = 'commandBatch';
/** Entity whose fields describe the targets. */
const AIMING = 'commandSchedule';

/** Creates a page for some commands: choice of the locks, command, and results. */
export const createCommandPage = (codes: readonly string[]) => {
  const Page = () => {
    const device = useEntityByName(DEVICE);
    return device ? <CommandPage device={device} codes={codes} /> : null;
  };
  return { Page };
};

interface Props {
  readonly device: AnyEntity;
  readonly codes: readonly string[];
}

const CommandPage = ({ device, codes }: Props) => {
  const translate = useTranslate();
  const menus = useMenus();
  const isNamed = useIsTitledByTab();
  // Kept alive in its tab, the page keeps the path it was opened at.
  const [pathname] = useState(useLocation().pathname);
  const openCommand = useCommand();
  const commands = useGrantedCommands(device, 'bulk').filter(({ code }) => codes.includes(code));
  const fields = useAimFields(device);
  const form = useForm<Values & { numbers: string }>({
    defaultValues: {
      numbers: '',
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    },
  });
  const send = (code: string) =>
    openCommand({ entity: device, code, targets: [], aim: aimOf(form.getValues()) });
  return (
    <Box
      sx={{
        p: `${FRAME.gap}px`,
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 7fr)' },
      }}
    >
      <Typography
        variant="h4"
        component="h1"
        sx={isNamed ? visuallyHidden : { gridColumn: '1 / -1' }}
      >
        {pageTitles(translate, menus, pathname).at(-1)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Section
          title={translate('operations.desk.aim')}
          note={translate('operations.desk.aimText')}
        >
          <Numbers
            labels={(device.fields as Fields).sn?.label ?? []}
            value={form.watch('numbers')}
            onChange={(numbers) => form.setValue('numbers', numbers)}
          />
          <ArgumentInputs
            fields={fields}
            control={form.control as never}
            disabled={false}
            follows
          />
          <Typography variant="caption" color="textSecondary">
            {translate('operations.desk.everybody')}
          </Typography>
        </Section>
        <Section title={translate('operations.desk.what')}>
          {commands.length === 0 ? (
            <Alert severity="info">{translate('operations.desk.notGranted')}</Alert>
          ) : (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {commands.map(({ code, operation }) => (
                <CommandButton
                  key={code}
                  operation={operation}
                  code={code}
                  onOpen={() => send(code)}
                />
              ))}
            </Box>
          )}
        </Section>
      </Box>
      <Latest codes={codes.filter((code) => code in device.commands)} />
    </Box>
  );
};

interface CommandButtonProps {
  readonly operation: ReturnType<typeof useGrantedCommands>[number]['operation'];
  readonly code: string;
  readonly onOpen: () => void;
}

const CommandButton = ({
  operation: { label, icon, danger },
  code,
  onOpen,
}: CommandButtonProps) => {
  const text = useText();
  const rest = { group: undefined, reason: null, open: onOpen };
  const item = { code, icon, danger, label: text(label), ...rest };
  return <OperationButton item={item} variant="outlined" size="small" />;
};

interface SectionProps {
  readonly title: string;
  readonly note?: string;
  readonly list?: string;
  readonly children: ReactNode;
}

const Section = ({ title, note, list, children }: SectionProps) => {
  const translate = useTranslate();
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading} sx={{ minWidth: 0 }}>
      <CardContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
          <Typography id={heading} variant="h5" component="h2">
            {title}
          </Typography>
          {note && (
            <Typography variant="body2" color="textSecondary">
              {note}
            </Typography>
          )}
          {list && (
            <Button component={Link} to={list} size="small" sx={{ ml: 'auto', mr: -1 }}>
              {translate('operations.desk.all')}
            </Button>
          )}
        </Box>
        {children}
      </CardContent>
    </Card>
  );
};

interface NumbersProps {
  /** Labels of the column with the numbers in a spreadsheet. */
  readonly labels: readonly string[];
  readonly value: string;
  readonly onChange: (numbers: string) => void;
}

/** Input for serial numbers, pasted or from a file. */
const Numbers = ({ labels, value, onChange }: NumbersProps) => {
  const isPhone = useIsPhone();
  const translate = useTranslate();
  const notify = useNotify();
  const file = useRef<HTMLInputElement>(null);
  const readFile = async (chosenFile: File) => {
    try {
      onChange(await readNumbers(chosenFile, labels));
    } catch {
      notify('operations.desk.numbersUnread', {
        type: 'error',
        messageArgs: { file: chosenFile.name },
      });
    }
  };
  return (
    <Box>
      <TextField
        name="numbers"
        // A phone's keyboard would cover the other inputs.
        autoFocus={!isPhone}
        label={translate('operations.desk.numbers')}
        helperText={translate('operations.desk.numbersHelp')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        size="small"
      />
      <Button
        size="small"
        startIcon={<UploadIcon />}
        onClick={() => file.current?.click()}
        sx={{ mt: 0.5 }}
      >
        {translate('operations.desk.numbersFile')}
      </Button>
      <input
        ref={file}
        type="file"
        accept=".xlsx,.csv,.txt,text/plain,text/csv"
        hidden
        onChange={async ({ target }) => {
          const [chosenFile] = target.files ?? [];
          if (chosenFile) await readFile(chosenFile);
          target.value = '';
        }}
      />
    </Box>
  );
};

/** Fields of a lock that narrow the targets, besides its number. */
const NARROWING = ['status', 'communicate_status', 'device_type_id'];

/** Returns the fields that describe the targets, as far as their entities can be read. */
const useAimFields = (device: AnyEntity): Fields => {
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

const aimOf = ({ numbers, fences, orgs, ...narrowing }: Values): CommandTargets => {
  const sns = parseNumbers(String(numbers ?? ''));
  const filter = Object.fromEntries(
    Object.entries(narrowing).filter(([, value]) => !isBlank(value)),
  );
  const idsOf = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : undefined);
  const aim: CommandTargets = {
    ...(sns.length > 0 && { sns }),
    ...(idsOf(fences) && { fences: idsOf(fences) }),
    ...(idsOf(orgs) && { orgs: idsOf(orgs) }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
  return Object.keys(aim).length > 0 ? aim : { filter: {} };
};

/** Number of recent batches, and their refetch interval in ms. */
const ROWS = 8;
const EVERY = 3_000;

type Batch = Row & { readonly id: number };

const Latest = ({ codes }: Pick<Props, 'codes'>) => {
  const translate = useTranslate();
  const entity = useEntityByName(BATCHES);
  const list = useListAddress()(BATCHES);
  const readable = useCanRead(BATCHES);
  const { data } = useGetList<Batch>(
    BATCHES,
    {
      filter: { cmd: codes },
      pagination: { page: 1, perPage: ROWS },
      sort: { field: 'create_time', order: 'DESC' },
    },
    { enabled: readable && codes.length > 0, refetchInterval: EVERY },
  );
  if (!entity || !readable || codes.length === 0) return null;
  return (
    <Section title={translate('operations.desk.latest')} list={list}>
      {data?.length === 0 && (
        <Typography color="textSecondary">{translate('operations.desk.nothing')}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {data?.map((batch) => (
          <BatchRow key={batch.id} entity={entity} batch={batch} list={list} />
        ))}
      </Box>
    </Section>
  );
};

interface BatchRowProps {
  readonly entity: AnyEntity;
  readonly batch: Batch;
  readonly list: string | undefined;
}

const BatchRow = ({ entity, batch, list }: BatchRowProps) => {
  const translate = useTranslate();
  const total = Number(batch.total);
  const done = Number(batch.success);
  const failed = Number(batch.failure) + Number(batch.invalid) + Number(batch.cancelled);
  const progress = translate('operations.desk.progress', { done, total });
  return (
    <Box component="li" data-batch={batch.id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
        <TextLink
          component={Link}
          to={list ? recordAddress(list, batch.id) : ''}
          sx={{ fontWeight: 600 }}
        >
          <FieldText entity={entity} record={batch} name="cmd" />
        </TextLink>
        <FieldText entity={entity} record={batch} name="state" />
        <Typography variant="body2" color="textSecondary">
          {String(batch.operate_name ?? '')} · <TimeCell at={Number(batch.create_time)} relative />
        </Typography>
        <Typography variant="body2" sx={{ ml: 'auto' }}>
          {progress}
          {failed > 0 && ` · ${translate('operations.desk.failed', { smart_count: failed })}`}
        </Typography>
      </Box>
      <LinearProgress
        variant="determinate"
        value={total > 0 ? Math.min(100, (100 * (done + failed)) / total) : 0}
        color={failed > 0 ? 'warning' : 'success'}
        aria-label={progress}
        sx={{ mt: 0.75, borderRadius: 1, height: 6 }}
      />
    </Box>
  );
};
