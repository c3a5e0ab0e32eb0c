import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import CheckedIcon from '@mui/icons-material/CheckBoxOutlined';
import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import { Divider, ListItemIcon, Menu, MenuItem, Tooltip, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider, useListContext, useLocale, useNotify, useTranslate } from 'react-admin';
import type { AnyEntity, Field } from '../../../../config';
import { coordinateColumns, importFields } from '../../../../fields';
import { useText } from '../../../../fields/views/reader';
import { fieldsForView, namedFields } from '../../../app/record';
import {
  type ConsoleDataProvider,
  type ExportQuery,
  errorNotice,
  saveFile,
  useFollowedExports,
} from '../../../data';
import { usePopup } from '../../../look/menus';
import { HeadButton } from '../../HeadButton';
import { useOverlay, useScreen } from '../../screen';
import { PAGE_ROWS } from '../state/collect';
import { countLimit, totalLabel } from '../state/paging';
import { useEntityList, useListRows, useListTitle } from '../state/useEntityList';

/** Button that exports the rows in view, or all that match the filters, to a file written by the server. */
export const ExportButton = () => {
  const { total } = useListContext();
  const translate = useTranslate();
  const { button, popup, close } = usePopup();
  const { mutate, isPending } = useExport();
  const { exporting } = useOverlay();
  const { url } = useScreen();
  // The search asks for the menu, which then hangs from no button.
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (!exporting || total === undefined) return;
    setIsAsked(total > 0);
    url.closeForm();
  }, [exporting, total, url]);
  const end = () => {
    close();
    setIsAsked(false);
  };
  return (
    <>
      <HeadButton
        label={translate(isPending ? 'entity.export.running' : 'ra.action.export')}
        icon={ExportIcon}
        loading={isPending}
        disabled={total === 0}
        {...button}
      />
      <Menu
        {...popup}
        {...(isAsked && {
          open: true,
          anchorReference: 'anchorPosition',
          anchorPosition: { top: 96, left: window.innerWidth / 2 },
          transformOrigin: { horizontal: 'center', vertical: 'top' },
        })}
        onClose={end}
      >
        <ExportMenu
          onPick={(query) => {
            end();
            mutate(query);
          }}
        />
      </Menu>
    </>
  );
};

const ExportMenu = ({ onPick }: { readonly onPick: (query: ExportQuery) => void }) => {
  const { entity } = useScreen();
  const list = useEntityList();
  const { filterValues: filter, sort, total = 0, meta } = useListContext();
  const rows = useListRows();
  const translate = useTranslate();
  const locale = useLocale();
  const [inView, setInView] = useState(true);
  const columns = inView ? exportableColumns(entity, list.visibleColumns) : undefined;
  const text = useText();
  const omittedLabels = inView
    ? nonExportableColumns(entity, list.visibleColumns).map(({ label }) => text(label))
    : [];
  const Box = inView ? CheckedIcon : UncheckedIcon;
  return (
    <>
      <MenuItem autoFocus onClick={() => onPick({ sort, filter, columns, job: true })}>
        {translate('entity.export.all', {
          total: totalLabel(total, countLimit(entity, meta), locale),
        })}
      </MenuItem>
      {/* Without the filter, because named records may no longer match it. */}
      <MenuItem onClick={() => onPick({ sort, ids: rows.map(({ id }) => id), columns })}>
        {translate('entity.export.page', { smart_count: rows.length })}
      </MenuItem>
      <Divider />
      <MenuItem role="menuitemcheckbox" aria-checked={inView} onClick={() => setInView(!inView)}>
        <ListItemIcon>
          <Box fontSize="small" />
        </ListItemIcon>
        {translate('entity.export.columns')}
      </MenuItem>
      {omittedLabels.length > 0 && (
        <Typography variant="caption" component="li" color="textSecondary" sx={{ px: 2, pt: 0.5 }}>
          {translate('entity.export.notWritten', { names: omittedLabels.join(', ') })}
        </Typography>
      )}
    </>
  );
};

/**
 * Button that exports the selected rows with the columns in view. More rows than one call can name are exported by
 * filter.
 */
export const ExportSelectedButton = () => {
  const translate = useTranslate();
  const { entity } = useScreen();
  const { mutate, isPending } = useExport();
  const { visibleColumns } = useEntityList();
  const { sort, selectedIds: ids } = useListContext();
  const tooMany = ids.length > PAGE_ROWS;
  return (
    <Tooltip title={tooMany ? translate('entity.export.tooMany', { most: PAGE_ROWS }) : ''}>
      {/* Disabled buttons fire no events for the tooltip with the reason. */}
      <span>
        <HeadButton
          label={translate('ra.action.export')}
          icon={ExportIcon}
          loading={isPending}
          disabled={tooMany}
          onClick={() => mutate({ sort, ids, columns: exportableColumns(entity, visibleColumns) })}
        />
      </span>
    </Tooltip>
  );
};

/** Limit of the followed exports; the oldest is dropped. */
const MAX_FOLLOWED = 20;

/** Requests a spreadsheet from the server and saves it, or follows the job that writes it. */
const useExport = () => {
  const { entity } = useScreen();
  const title = useListTitle();
  const notify = useNotify();
  const [, changeFollowed] = useFollowedExports();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useMutation({
    mutationFn: (query: ExportQuery) => dataProvider.exportFile(entity.name, query),
    onSuccess: (answer) => {
      if ('job' in answer) {
        const entry = { id: Number(answer.job), title };
        changeFollowed((before) => [entry, ...before].slice(0, MAX_FOLLOWED));
        return;
      }
      saveFile(answer.file);
      notify('entity.export.done', {
        type: 'success',
        messageArgs: { name: answer.file.name },
      });
    },
    onError: (error) => notify(...errorNotice(error)),
  });
};

/** Returns the file columns of a list column: two for a place, otherwise itself. */
const fileColumnsOf = (entity: AnyEntity, column: string): readonly string[] => {
  const place = coordinateColumns(entity.fields).find(({ name }) => name === column);
  return place ? [place.lat, place.lon] : [column];
};

const allFileColumns = (entity: AnyEntity) =>
  new Set(fieldsForView(entity, 'export').map(({ name }) => name));

/** Returns the fields that an import requires; none if the entity has no import. */
const requiredOnImport = (entity: AnyEntity): string[] =>
  entity.verbs.includes('import')
    ? importFields(entity)
        .filter(([, field]) => field.required)
        .map(([name]) => name)
    : [];

/**
 * Returns the file columns of the columns in view, followed by those that an import of the file needs. Undefined, which
 * exports all columns, if no column in view can be exported.
 */
export const exportableColumns = (
  entity: AnyEntity,
  columns: readonly string[],
): readonly string[] | undefined => {
  const fileColumns = allFileColumns(entity);
  const names = columns.flatMap((name) => fileColumnsOf(entity, name));
  const exportedNames = names.filter((name) => fileColumns.has(name));
  if (exportedNames.length === 0) return undefined;
  const needed = requiredOnImport(entity).filter((name) => fileColumns.has(name));
  return [...new Set([...exportedNames, ...needed])];
};

export const nonExportableColumns = (entity: AnyEntity, columns: readonly string[]): Field[] => {
  const fileColumns = allFileColumns(entity);
  const isLeftOut = (name: string) =>
    !fileColumnsOf(entity, name).some((column) => fileColumns.has(column));
  return namedFields(entity, columns.filter(isLeftOut)).map(({ field }) => field);
};
