import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined';
import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button, Divider, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type Identifier, useDataProvider, useLocale, useNotify, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { AnyEntity } from '../../../config';
import { coordinateColumns } from '../../../fields';
import { useText } from '../../../fields/reader';
import { type ConsoleDataProvider, type ExportQuery, saveFile, useExports } from '../../data';
import { fieldsIn } from '../fieldsOf';
import { HeadButton } from '../HeadButton';
import { CALL_ROWS } from '../list/collect';
import { type Filter, joinedSort, type Sorts, withPeriods } from '../list/listState';
import { totalText } from '../list/paging';
import type { List } from '../list/useEntityList';
import { useScreen, useWire } from '../screen';

/** Saves the rows in view, or all that match the filters, as the server writes them. */
export const ExportButton = ({ list }: { list: List }) => {
  const translate = useTranslate();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useExport();
  return (
    <span ref={anchor}>
      <HeadButton
        label={translate(isPending ? 'screens.export.running' : 'screens.export.button')}
        icon={ExportIcon}
        onClick={() => setOpen(true)}
        busy={isPending}
        disabled={list.total === 0}
      />
      <Menu open={open} anchorEl={anchor.current} onClose={() => setOpen(false)}>
        <ExportMenu
          list={list}
          onPick={(query) => {
            setOpen(false);
            mutate(query);
          }}
        />
      </Menu>
    </span>
  );
};

interface Props {
  readonly list: List;
  readonly onPick: (query: ExportQuery) => void;
}

/** Which rows to export, and whether with all columns or those in view. */
const ExportMenu = ({ list, onPick }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const { exportJobs } = useWire();
  const [inView, setInView] = useState(true);
  const columns = inView ? exportable(entity, list.columns) : undefined;
  const Box = inView ? CheckedIcon : UncheckedIcon;
  return (
    <>
      <MenuItem
        autoFocus
        onClick={() => onPick(exportQuery(list, { columns, now: Date.now(), job: exportJobs }))}
      >
        {translate('screens.export.all', {
          total: totalText(list.total, entity.record !== undefined, locale),
        })}
      </MenuItem>
      <MenuItem
        onClick={() =>
          onPick(
            exportQuery(list, { columns, now: Date.now(), ids: list.data.map(({ id }) => id) }),
          )
        }
      >
        {translate('screens.export.page', { smart_count: list.data.length })}
      </MenuItem>
      <Divider />
      <MenuItem role="menuitemcheckbox" aria-checked={inView} onClick={() => setInView(!inView)}>
        <ListItemIcon>
          <Box fontSize="small" />
        </ListItemIcon>
        {translate('screens.export.columns')}
      </MenuItem>
    </>
  );
};

/** Saves the selected rows with the columns in view. More rows than one call can name go by their filters. */
export const ExportSelected = ({ list }: { list: List }) => {
  const translate = useTranslate();
  const { entity } = useScreen();
  const { mutate, isPending } = useExport();
  const { selectedIds: ids, columns } = list;
  const tooMany = ids.length > CALL_ROWS;
  const button = (
    <Button
      size="small"
      startIcon={<ExportIcon />}
      loading={isPending}
      loadingPosition="start"
      disabled={tooMany}
      onClick={() =>
        mutate(exportQuery(list, { ids, columns: exportable(entity, columns), now: Date.now() }))
      }
    >
      {translate('screens.export.button')}
    </Button>
  );
  return tooMany ? (
    <Tooltip title={translate('screens.export.tooMany', { most: CALL_ROWS })}>
      {/* A button that is off tells nobody why. */}
      <span>{button}</span>
    </Tooltip>
  ) : (
    button
  );
};

/** Asks the server for a spreadsheet: saves it, or follows the job that writes it. */
const useExport = () => {
  const { entity, menuCode } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const notify = useNotify();
  const exports = useExports();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useMutation({
    mutationFn: (query: ExportQuery) => dataProvider.exportFile(entity.name, query),
    onSuccess: (answer) => {
      if ('job' in answer) {
        exports.follow(
          Number(answer.job),
          translate(`menus.${menuCode}`, { _: text(entity.label) }),
        );
        return;
      }
      saveFile(answer.file);
      notify('screens.export.done', {
        type: 'success',
        messageArgs: { name: answer.file.name },
      });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
};

interface Shown {
  readonly filter: Filter;
  readonly sort: Sorts;
}

interface Choice {
  /** Only these, in this order; all that can be exported without. */
  readonly columns?: readonly string[];
  /** Only these records; all that match the filters without. */
  readonly ids?: readonly Identifier[];
  /** Whether the server may write the file as a job. */
  readonly job?: boolean;
  /** ms since 1970, from which periods count back. */
  readonly now: number;
}

/** What an export of a list is asked for. Records that are named need no filter: they may have come to miss it. */
export const exportQuery = (
  { filter, sort }: Shown,
  { columns, ids, job, now }: Choice,
): ExportQuery => ({
  sort: joinedSort(sort),
  ...(ids ? { ids: [...ids] } : { filter: withPeriods(filter, now) }),
  ...(columns && { columns: [...columns] }),
  ...(job && { job: true as const }),
});

/**
 * Those of the columns in view that a file can have, a place as the two columns in which it is kept; undefined, which
 * is all there are, when none of them can.
 */
export const exportable = (
  entity: AnyEntity,
  columns: readonly string[],
): readonly string[] | undefined => {
  const known = new Set(fieldsIn(entity, 'export').map(([name]) => name));
  const places = new Map(
    coordinateColumns(entity.fields).map(({ name, lat, lon }) => [name, [lat, lon]]),
  );
  const shown = columns.flatMap((name) => places.get(name) ?? [name]);
  const written = shown.filter((name) => known.has(name));
  return written.length > 0 ? written : undefined;
};
