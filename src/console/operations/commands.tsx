import type { MenuItemProps } from '@mui/material';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { AnyEntity } from '../../config';
import type { CommandTargets } from '../data';
import { BarBoundary, DialogBoundary } from '../shell';
import { type OperationItem, useGrantedCommands, useOperationItem } from './availability';
import { BulkOperations, OperationMenuItem, RowOperations } from './buttons';
import { TicketPanel } from './TicketPanel';
import { useTicketNews } from './useTickets';

const CommandDialog = lazy(() =>
  import('./CommandDialog').then((module) => ({ default: module.CommandDialog })),
);

/** Gives everything inside the one command dialog and the one panel of results. */
export const CommandProvider = ({ children }: { children: ReactNode }) => {
  const [request, setRequest] = useState<CommandRequest | null>(null);
  useTicketNews();
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
        <TicketPanel />
      </BarBoundary>
    </CommandContext>
  );
};

/** A record as a command sees it: its lock's number, and whatever else the view knows of it. */
export interface Target {
  readonly sn: string;
  readonly [field: string]: unknown;
}

/** A command that somebody chose, and the locks it was chosen for. */
export interface CommandRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly targets: readonly Target[];
  /** A description of the locks instead: the server says whom it means. */
  readonly aim?: CommandTargets;
}

/** Opens the dialog of a command. */
type OpenCommand = (request: CommandRequest) => void;

const CommandContext = createContext<OpenCommand>(() => {
  throw new Error('A command needs a CommandProvider around it');
});

/** A function that opens the dialog of a command; nothing is sent before it is confirmed there. */
export const useCommand = (): OpenCommand => useContext(CommandContext);

/** The granted commands of an entity for the chosen records; `row` for one, `bulk` for many. */
export const useCommandItems = (
  entity: AnyEntity,
  targets: readonly Target[],
  place: 'row' | 'bulk',
): OperationItem[] => {
  const toItem = useOperationItem(entity);
  const open = useCommand();
  return useGrantedCommands(entity, place).map((each) =>
    toItem(each, targets, () => open({ entity, code: each.code, targets })),
  );
};

interface Props {
  readonly entity: AnyEntity;
  readonly record: Target;
}

/** The commands of one record: the first declared as buttons, the others in a menu. */
export const CommandButtons = ({ entity, record }: Props) => (
  <RowOperations items={useCommandItems(entity, [record], 'row')} />
);

interface CommandMenuProps extends Omit<MenuItemProps, 'onClick'> {
  readonly entity: AnyEntity;
  readonly record: Target;
  /** Called when one was chosen, for the menu around to close. */
  readonly onPick?: () => void;
}

/** The commands of one record as items for a menu that the caller opens. */
export const CommandMenu = ({
  entity,
  record,
  autoFocus,
  tabIndex,
  ...props
}: CommandMenuProps) => {
  const items = useCommandItems(entity, [record], 'row');
  return items.map((item, i) => (
    <OperationMenuItem
      key={item.code}
      item={item}
      autoFocus={autoFocus && i === 0}
      tabIndex={i === 0 ? tabIndex : undefined}
      {...props}
    />
  ));
};

interface CommandBulkBarProps {
  readonly entity: AnyEntity;
  readonly records: readonly Target[];
}

/** The commands for the chosen records; each says how many of them can take it where not all can. */
export const CommandBulkBar = ({ entity, records }: CommandBulkBarProps) => (
  <BulkOperations items={useCommandItems(entity, records, 'bulk')} />
);
