import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import MoreIcon from '@mui/icons-material/MoreVert';
import { Box, IconButton, TableCell, Tooltip } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import type { ReactNode } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { Hint } from '../../fields/views/cells';
import { useReaderLocale } from '../../fields/views/reader';
import { useWhyNot } from '../app';
import { recordTitle } from '../app/record';
import { SlotComponent } from '../app/slots';
import { Menu, usePopup } from '../look/menus';
import {
  CommandMenu,
  menuColumns,
  OperationMenuItems,
  useActionItems,
  useGrantedActions,
  useGrantedCommands,
  useReasonTip,
} from '../operations';
import { useScreen } from './screen';

const actions = {
  display: 'flex',
  justifyContent: 'flex-end',
  color: 'text.secondary',
  // Touch targets need more room.
  '@media (hover: none)': { '& .MuiIconButton-root': { p: 1.25 } },
} as const;

/**
 * Styles of a table that reveal a row's actions while the row is hovered, has the focus or has its menu open. They
 * cover the end of the row, so that the columns keep the room. On touch screens they are always visible, in a column of
 * their own.
 */
export const revealOnHover = {
  '& .actions': { position: 'sticky', right: 0, bgcolor: 'background.paper' },
  '@media (hover: hover)': {
    '& :is(th, td).actions': { width: 0, maxWidth: 0, p: 0, bgcolor: 'transparent' },
    '& td.actions > div': {
      position: 'absolute',
      insetBlock: 0,
      right: 0,
      alignItems: 'center',
      px: 1,
      bgcolor: 'background.paper',
      backgroundImage: 'inherit',
      opacity: 0,
      transition: 'opacity 80ms',
      // A value that they cover fades out: a cut glyph would read as another one.
      '&::before': {
        content: '""',
        position: 'absolute',
        insetBlock: 0,
        right: '100%',
        width: 32,
        bgcolor: 'inherit',
        backgroundImage: 'inherit',
        maskImage: 'linear-gradient(to right, transparent, #000 75%)',
        pointerEvents: 'none',
      },
    },
    // Never cover an inline editor.
    '& tr:hover:not(:has(td:not(.actions) input:not([type="checkbox"]):focus)) > td.actions > div, & tr:focus > td.actions > div, & td.actions > div:focus-within, & td.actions > div:has([aria-expanded="true"])':
      { opacity: 1 },
  },
} as const;

/** Head of the column of a table's row actions, for screen readers. */
export const ActionsHead = () => (
  <TableCell className="actions">
    <Box component="span" sx={visuallyHidden}>
      {useTranslate()('entity.list.actions')}
    </Box>
  </TableCell>
);

interface RowActionsProps {
  readonly record: RaRecord;
  /** Records that the row stands for; the one by default. */
  readonly records?: readonly RaRecord[];
}

export const RowActions = ({ record, records = [record] }: RowActionsProps) => {
  const { entity } = useScreen();
  const title = recordTitle(entity, record, useReaderLocale());
  return (
    <Box onClick={(event) => event.stopPropagation()} sx={actions}>
      {entity.slots.row && <SlotComponent slot={entity.slots.row} slotProps={{}} />}
      <VerbButtons record={record} title={title} />
      <RowMenu record={record} records={records} />
    </Box>
  );
};

/**
 * Buttons that edit or delete a record, as far as the operator may.
 * @param title of the record, which tells the buttons of rows apart; undefined in a detail
 */
export const VerbButtons = ({ record, title }: { record: RaRecord; title?: string }) => {
  const { entity, may, url, askDelete } = useScreen();
  const translate = useTranslate();
  const whyNot = useWhyNot(entity);
  const inRow = title !== undefined;
  const icon = { fontSize: inRow ? 18 : '1.25rem' };
  return (
    <>
      {may.update && (
        <VerbButton
          label={translate('ra.action.edit')}
          name={inRow ? translate('entity.list.editRow', { title }) : undefined}
          blocked={whyNot.text({ verb: 'update' }, record)}
          onClick={() => url.edit(record.id)}
        >
          <EditIcon sx={icon} />
        </VerbButton>
      )}
      {may.delete && (
        <VerbButton
          label={translate('ra.action.delete')}
          name={inRow ? translate('entity.list.deleteRow', { title }) : undefined}
          blocked={whyNot.text({ verb: 'delete' }, record)}
          danger={inRow}
          onClick={() => askDelete([record])}
        >
          <DeleteIcon sx={icon} />
        </VerbButton>
      )}
    </>
  );
};

interface Props {
  readonly label: string;
  /** Accessible name, if several buttons have the same label; the label by default. */
  readonly name?: string;
  /** Reason why it is disabled. */
  readonly blocked?: string;
  readonly danger?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Button that edits or deletes a record. A disabled one stays reachable, because it has a reason to explain. */
const VerbButton = ({ label, name = label, blocked, danger, onClick, children }: Props) => {
  const { tip, show } = useReasonTip(blocked ?? null);
  const button = (
    <IconButton
      size="small"
      color="inherit"
      aria-label={name}
      aria-disabled={blocked !== undefined}
      disableRipple={blocked !== undefined}
      onClick={blocked === undefined ? onClick : show}
      sx={{
        ...(danger && { '&:hover, &:focus-visible': { color: 'error.main' } }),
        '&[aria-disabled="true"]': { color: 'action.disabled', cursor: 'default' },
      }}
    >
      {children}
    </IconButton>
  );
  return blocked === undefined ? (
    <Hint title={label}>{button}</Hint>
  ) : (
    <Tooltip {...tip}>{button}</Tooltip>
  );
};

/** Menu with the commands and actions of one row; renders nothing without any. */
const RowMenu = ({ record, records }: Required<RowActionsProps>) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const commands = useGrantedCommands(entity, 'row').length;
  const hasCommands = commands > 0;
  const actions = useActionItems(entity, records, 'row');
  const { button, popup, close } = usePopup();
  const [target] = commandTargets([record]);
  if (!target || !(hasCommands || actions.length > 0)) return null;
  const [label, labelOf] = hasCommands
    ? ['operations.panel.title', 'entity.list.commandsOf']
    : ['operations.offer.more', 'entity.list.moreOf'];
  return (
    <>
      <Hint title={translate(label)}>
        <IconButton
          size="small"
          color="inherit"
          aria-label={translate(labelOf, { title: recordTitle(entity, record, locale) })}
          {...button}
        >
          <MoreIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Hint>
      {popup.open && (
        <Menu {...popup} slotProps={menuColumns(commands + actions.length)}>
          {hasCommands && <CommandMenu entity={entity} record={target} onPick={close} />}
          {actions.length > 0 && <OperationMenuItems items={actions} onPick={close} />}
        </Menu>
      )}
    </>
  );
};

/** Converts records to command targets, which identify a lock by its SN. */
export const commandTargets = (
  records: readonly RaRecord[],
): { sn: string; [field: string]: unknown }[] =>
  records.map((record) => ({ ...record, sn: String(record.sn) }));

/** Returns true if any command or action is granted for one record (`row`), or for many (`bulk`). */
export const useHasOperations = (place: 'row' | 'bulk'): boolean => {
  const { entity } = useScreen();
  const commands = useGrantedCommands(entity, place);
  const actions = useGrantedActions(entity, place);
  return commands.length + actions.length > 0;
};

/** Returns true if the operator may do anything with single records of the list. */
export const useHasRowActions = (): boolean => {
  const { entity, may } = useScreen();
  const hasOperations = useHasOperations('row');
  return may.update || may.delete || hasOperations || entity.slots.row !== undefined;
};
