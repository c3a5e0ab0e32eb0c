import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, IconButton, Tooltip, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useKept } from '../parts/useKept';
import { VerbButton } from '../parts/VerbButton';

interface Props {
  readonly titleId: string;
  readonly id: string | number;
  readonly record: RaRecord | undefined;
  readonly rows: readonly RaRecord[];
}

interface ActionProps {
  readonly label: string;
  readonly icon: ComponentType<{ fontSize: 'small' }>;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

const Action = ({ label, icon: Icon, onClick, disabled }: ActionProps) => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon fontSize="small" />
      </IconButton>
    </span>
  </Tooltip>
);

const head = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.5,
  pl: 3,
  pr: 1.5,
  pt: 2,
  pb: 1.5,
  // Of its buttons.
  color: 'action.active',
} as const;

/** Which record it is, the way to its neighbours in the list, and what can be done with it. */
export const DetailHead = ({ titleId, id, record, rows }: Props) => {
  const { entity, may, url, askDelete } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const at = rows.findIndex((row) => String(row.id) === String(id));
  const previous = at > 0 ? rows[at - 1] : undefined;
  const next = at < 0 ? undefined : rows[at + 1];
  const kept = useKept();
  const go = (to: RaRecord | undefined) => () => to && url.show(to.id);
  return (
    <Box sx={head}>
      <Box sx={{ flex: 1, minWidth: 0, color: 'text.primary' }}>
        <Typography variant="caption" color="textSecondary" component="div">
          {text(entity.label)}
        </Typography>
        <Typography id={titleId} variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {record ? titleOf(entity, record, locale) : String(id)}
        </Typography>
      </Box>
      {at >= 0 && (
        <>
          <Action
            label={translate('screens.detail.previous')}
            icon={PreviousIcon}
            onClick={go(previous)}
            disabled={!previous}
          />
          <Action
            label={translate('screens.detail.next')}
            icon={NextIcon}
            onClick={go(next)}
            disabled={!next}
          />
        </>
      )}
      {may.update && record && (
        <VerbButton
          label={translate('screens.edit')}
          kept={kept('update', record)}
          onClick={() => url.edit(record.id)}
        >
          <EditIcon fontSize="small" />
        </VerbButton>
      )}
      {may.delete && record && (
        <VerbButton
          label={translate('screens.delete')}
          kept={kept('delete', record)}
          onClick={() => askDelete([record])}
        >
          <DeleteIcon fontSize="small" />
        </VerbButton>
      )}
      <Action label={translate('screens.close')} icon={CloseIcon} onClick={url.closeDetail} />
    </Box>
  );
};
