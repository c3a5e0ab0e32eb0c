import { Alert, Box, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { AnyEntity } from '../../config';
import { useText } from '../../fields/views/reader';
import { pageTitles, useEntityByName, useIsTitledByTab, useMenus } from '../app';
import { FRAME } from '../look/theme';
import { OperationButton, useCommand, useGrantedCommands } from '../operations';
import { AimSection, useAimFields } from './command/AimSection';
import { type AimValues, aimOf } from './command/aim';
import { LatestBatches } from './command/LatestBatches';
import { Section } from './command/Section';

const DEVICE = 'device';

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
  const form = useForm<AimValues>({
    defaultValues: {
      choice: 'some',
      numbers: '',
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    },
  });
  const aim = aimOf(form.watch());
  const reason = aim ? null : translate('operations.desk.choose');
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
        <AimSection device={device} form={form} fields={fields} code={commands[0]?.code} />
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
                  reason={reason}
                  onOpen={() => openCommand({ entity: device, code, targets: [], aim })}
                />
              ))}
            </Box>
          )}
        </Section>
      </Box>
      <LatestBatches codes={codes.filter((code) => code in device.commands)} />
    </Box>
  );
};

interface CommandButtonProps {
  readonly operation: ReturnType<typeof useGrantedCommands>[number]['operation'];
  readonly code: string;
  /** Reason why it is disabled; null if it is enabled. */
  readonly reason: string | null;
  readonly onOpen: () => void;
}

const CommandButton = ({
  operation: { label, icon, danger },
  code,
  reason,
  onOpen,
}: CommandButtonProps) => {
  const text = useText();
  const rest = { group: undefined, reason, open: onOpen };
  const item = { code, icon, danger, label: text(label), ...rest };
  return <OperationButton item={item} variant="outlined" size="small" />;
};
