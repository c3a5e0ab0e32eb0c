import type { MenuItemProps } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AnyEntity, Command } from '../../config';
import { READ_SETTINGS } from '../../domain/command';
import { settingsIn } from '../../fields';
import { useText } from '../../fields/reader';
import type { CommandTargets } from '../../protocol';
import { BarBoundary, DialogBoundary } from '../app';
import { useGrants } from '../data';
import {
  commandRights,
  type OperationItem,
  useGrantedCommands,
  useOperationItem,
} from './availability';
import { OperationMenuItems, RowOperations } from './buttons';
import { useCanReadSettings } from './lockSettings';
import { useAnnouncement, useTicketBatches, useTicketUpdates } from './useTickets';

const loadPanel = () => import('./TicketPanel');
const TicketPanel = lazy(() => loadPanel().then((module) => ({ default: module.TicketPanel })));

/** Loads the results panel too: it must not be missing when the command has been sent. */
const CommandDialog = lazy(() =>
  Promise.all([import('./CommandDialog'), loadPanel()]).then(([module]) => ({
    default: module.CommandDialog,
  })),
);

/** Mounts the shared command dialog and the results panel. */
export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<CommandRequest | null>(null);
  useTicketUpdates();
  const close = () => setRequest(null);
  return (
    <CommandContext value={setRequest}>
      {children}
      {request && (
        <DialogBoundary onClose={close}>
          <Suspense fallback={null}>
            <CommandDialog request={request} onClose={close} />
          </Suspense>
        </DialogBoundary>
      )}
      <BarBoundary>
        <Tickets />
      </BarBoundary>
    </CommandContext>
  );
};

/** Announces and shows the results of the commands sent from this window. */
const Tickets = () => {
  const dispatches = useTicketBatches();
  const news = useAnnouncement(dispatches);
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {news}
      </span>
      <Suspense fallback={null}>
        {dispatches.length > 0 && <TicketPanel dispatches={dispatches} />}
      </Suspense>
    </>
  );
};

/** Record as a command target: the lock's number, and any other fields of the view. */
export interface Target {
  readonly sn: string;
  readonly [field: string]: unknown;
}

/** Chosen command with its locks. */
export interface CommandRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly targets: readonly Target[];
  /** Description of the locks in place of `targets`; the server resolves it. */
  readonly aim?: CommandTargets;
}

type OpenCommand = (request: CommandRequest) => void;

const CommandContext = createContext<OpenCommand>(() => {
  throw new Error('A command needs a CommandProvider around it');
});

/** Returns a function that opens the dialog of a command. Nothing is sent before it is confirmed there. */
export const useCommand = (): OpenCommand => useContext(CommandContext);

/** Returns the granted commands of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useCommandItems = (
  entity: AnyEntity,
  targets: readonly Target[],
  place: 'row' | 'bulk',
): OperationItem[] => {
  const toItem = useOperationItem(entity);
  const open = useCommand();
  return useGrantedCommands(entity, place).map((each) =>
    toItem(each, {
      attempt: { command: each.code },
      records: targets,
      open: () => open({ entity, code: each.code, targets }),
    }),
  );
};

interface Props {
  readonly entity: AnyEntity;
  readonly record: Target;
}

/** Commands of one record: the first declared as buttons, the others in a menu. */
export const CommandButtons = ({ entity, record }: Props) => (
  <RowOperations items={useCommandItems(entity, [record], 'row')} />
);

interface CommandMenuProps extends Omit<MenuItemProps, 'onClick'> {
  readonly entity: AnyEntity;
  readonly record: Target;
  /** Called when a command is picked, to close the surrounding menu. */
  readonly onPick?: () => void;
}

/** Commands of one record, as items for the caller's menu. */
export const CommandMenu = ({ entity, record, ...props }: CommandMenuProps) => (
  <OperationMenuItems items={useCommandItems(entity, [record], 'row')} {...props} />
);

/** Form of a command outside of its dialog, for pages that send commands. */
export const CommandForm = lazy(() =>
  import('./CommandForm').then((module) => ({ default: module.CommandForm })),
);

/** Dialog that copies settings of one lock to others. */
export const CopySettingsDialog = lazy(() =>
  import('./CopySettingsDialog').then((module) => ({ default: module.CopySettingsDialog })),
);

/** Returns the menu item that opens that dialog; undefined without settings or grants. */
export const useCopyItem = (entity: AnyEntity, open: () => void): OperationItem | undefined => {
  const translate = useTranslate();
  const text = useText();
  const granted = useGrants();
  const knows = useCanReadSettings();
  const settings = settingsIn(entity.commands).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
  if (!knows || settings.length === 0) return undefined;
  const commands: Readonly<Record<string, Command>> = entity.commands;
  const group = (commands[READ_SETTINGS] ?? settings.at(0)?.command)?.group;
  return {
    code: 'copySettings',
    icon: 'tune',
    danger: false,
    label: translate('operations.copy.offer'),
    group: group && text(group),
    reason: null,
    open,
  };
};
