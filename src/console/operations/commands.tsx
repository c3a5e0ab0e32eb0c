import type { MenuItemProps } from '@mui/material';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { AnyEntity } from '../../config';
import type { Target } from './availability';
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
  return (
    <CommandContext value={setRequest}>
      {children}
      <Suspense fallback={null}>
        {request && <CommandDialog request={request} onClose={() => setRequest(null)} />}
      </Suspense>
      <TicketPanel />
    </CommandContext>
  );
};

/** A command that somebody chose, and the locks it was chosen for. */
export interface CommandRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly targets: readonly Target[];
}

/** Opens the dialog of a command. */
type OpenCommand = (request: CommandRequest) => void;

const CommandContext = createContext<OpenCommand>(() => {
  throw new Error('A command needs a CommandProvider around it');
});

/** A function that opens the dialog of a command; nothing is sent before it is confirmed there. */
export const useCommand = (): OpenCommand => useContext(CommandContext);

/** The granted commands of an entity for the chosen records; `row` for one, `bulk` for many. */
const useCommandItems = (
  entity: AnyEntity,
  targets: readonly Target[],
  place: 'row' | 'bulk',
): OperationItem[] => {
  const offer = useOperationItem(entity);
  const open = useCommand();
  return useGrantedCommands(entity, place).map((each) =>
    offer(each, targets, () => open({ entity, code: each.code, targets })),
  );
};

interface Props {
  readonly entity: AnyEntity;
  readonly record: Target;
}

/** The commands of one record: the first declared as buttons, the others in a menu. */
export const CommandButtons = ({ entity, record }: Props) => (
  <RowOperations offers={useCommandItems(entity, [record], 'row')} />
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
  const offers = useCommandItems(entity, [record], 'row');
  return offers.map((offer, i) => (
    <OperationMenuItem
      key={offer.code}
      offer={offer}
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
  <BulkOperations offers={useCommandItems(entity, records, 'bulk')} />
);
