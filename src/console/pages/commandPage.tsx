import { Alert, Box, Chip, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { AnyEntity } from '../../config';
import { useText } from '../../fields/views/reader';
import type { CommandPreset } from '../../resources';
import { pageTitles, useEntityByName, useIsTitledByTab, useMenus } from '../app';
import { FRAME } from '../look/theme';
import { menuGroups, OperationButton, useCommand, useGrantedCommands } from '../operations';
import { AimSection, useAimFields } from './command/AimSection';
import { type AimValues, aimOf } from './command/aim';
import { LatestBatches } from './command/LatestBatches';
import { type CommandPresets, grantedPresets, includesCommand } from './command/presets';
import { Section } from './command/Section';

const DEVICE = 'device';

/**
 * Creates the page that sends commands: choice of the locks, commands, and results.
 * @param preset the one that is open at first
 */
export const createCommandPage = (presets: CommandPresets, preset: string) => {
  const Page = () => {
    const device = useEntityByName(DEVICE);
    return device ? <CommandPage device={device} presets={presets} preset={preset} /> : null;
  };
  return { Page };
};

interface Props {
  readonly device: AnyEntity;
  readonly presets: CommandPresets;
  readonly preset: string;
}

const CommandPage = ({ device, presets, preset }: Props) => {
  const translate = useTranslate();
  const menus = useMenus();
  const isNamed = useIsTitledByTab();
  // Kept alive in its tab, the page keeps the path it was opened at.
  const [pathname] = useState(useLocation().pathname);
  const openCommand = useCommand();
  const granted = grantedPresets(
    presets,
    menus.routes.map(({ url }) => url),
  );
  const [chosen, setChosen] = useState(preset);
  const offeredCommands = useGrantedCommands(device, 'bulk').filter(({ code }) =>
    includesCommand(Object.values(granted), code),
  );
  const commands = offeredCommands.filter(({ code }) =>
    includesCommand(chosen in granted ? [granted[chosen] as CommandPreset] : [], code),
  );
  const fields = useAimFields(device);
  const form = useForm<AimValues>({
    defaultValues: {
      choice: 'some',
      numbers: '',
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    },
  });
  const aim = aimOf(form.watch());
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
        <AimSection device={device} form={form} fields={fields} code={offeredCommands[0]?.code} />
        <Section title={translate('operations.desk.what')}>
          <PresetChips presets={granted} chosen={chosen} onChoose={setChosen} />
          {commands.length === 0 && (
            <Alert severity="info">{translate('operations.desk.notGranted')}</Alert>
          )}
          <CommandGroups
            commands={commands}
            reason={aim ? null : translate('operations.desk.choose')}
            onOpen={(code) => openCommand({ entity: device, code, targets: [], aim })}
          />
        </Section>
      </Box>
      <LatestBatches codes={offeredCommands.map(({ code }) => code)} />
    </Box>
  );
};

interface PresetChipsProps {
  readonly presets: CommandPresets;
  readonly chosen: string;
  readonly onChoose: (preset: string) => void;
}

/** Choice of a preset, unless there is only one. */
const PresetChips = ({ presets, chosen, onChoose }: PresetChipsProps) => {
  const text = useText();
  const entries = Object.entries(presets);
  if (entries.length < 2) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {entries.map(([url, { label }]) => (
        <Chip
          key={url}
          label={text(label)}
          size="small"
          variant={url === chosen ? 'filled' : 'outlined'}
          color={url === chosen ? 'primary' : 'default'}
          aria-pressed={url === chosen}
          onClick={() => onChoose(url)}
        />
      ))}
    </Box>
  );
};

interface CommandGroupsProps {
  readonly commands: ReturnType<typeof useGrantedCommands>;
  /** Reason why they are disabled; null if they are enabled. */
  readonly reason: string | null;
  readonly onOpen: (code: string) => void;
}

/** Buttons of commands, below the headings that the commands are declared with. */
const CommandGroups = ({ commands, reason, onOpen }: CommandGroupsProps) => {
  const text = useText();
  const items = commands.map(({ code, operation: { label, icon, danger, group } }) => ({
    code,
    icon,
    danger,
    label: text(label),
    group: group && text(group),
    reason,
    open: () => onOpen(code),
  }));
  const groups = menuGroups(items);
  return groups.map(({ heading, items: grouped }) => (
    <Box key={heading ?? ''}>
      {heading !== undefined && groups.length > 1 && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
          {heading}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {grouped.map((item) => (
          <OperationButton key={item.code} item={item} variant="outlined" size="small" />
        ))}
      </Box>
    </Box>
  ));
};
