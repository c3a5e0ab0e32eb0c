import FilesIcon from '@mui/icons-material/ImportExport';
import { Paper } from '@mui/material';
import { useState } from 'react';
import { IconButtonWithTooltip, useDataProvider, useListContext, useTranslate } from 'react-admin';
import { type ConsoleDataProvider, saveFile } from '../../data';
import { useScreen } from '../../entity';
import { Menu, MenuItem, usePopup } from '../../look/menus';
import { ImportDialog } from './ImportDialog';
import { featuresFrom, kmlOf, type MapFileKind } from './mapFile';

const MAX_EXPORTED = 10_000;

/** Menu to export the list as GeoJSON or KML, and to import such files. */
export const MapFiles = ({
  layerName,
  maxPoints,
}: {
  layerName: MapFileKind;
  maxPoints: number;
}) => {
  const translate = useTranslate();
  const { may } = useScreen();
  const write = useWriter(layerName);
  const { button, popup, close } = usePopup();
  const [importing, setImporting] = useState(false);
  if (!may.export && !may.add) return null;
  return (
    <Paper elevation={2} sx={{ pointerEvents: 'auto', borderRadius: 2 }}>
      <IconButtonWithTooltip label={translate('mapManage.files.button')} {...button}>
        <FilesIcon />
      </IconButtonWithTooltip>
      <Menu {...popup}>
        {may.export &&
          (['GeoJSON', 'KML'] as const).map((format) => (
            <MenuItem
              key={format}
              onClick={() => {
                close();
                void write(format);
              }}
            >
              {translate('mapManage.files.export', { format })}
            </MenuItem>
          ))}
        {may.add && (
          <MenuItem
            onClick={() => {
              close();
              setImporting(true);
            }}
          >
            {translate('mapManage.files.import')}
          </MenuItem>
        )}
      </Menu>
      {importing && (
        <ImportDialog
          layerName={layerName}
          maxPoints={maxPoints}
          onClose={() => setImporting(false)}
        />
      )}
    </Paper>
  );
};

const useWriter = (layerName: MapFileKind) => {
  const { entity } = useScreen();
  const { filterValues, sort } = useListContext();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return async (format: 'GeoJSON' | 'KML') => {
    const { data } = await dataProvider.getList(entity.name, {
      filter: filterValues,
      sort,
      pagination: { page: 1, perPage: MAX_EXPORTED },
    });
    const features = featuresFrom(data, layerName);
    const [text, name, type] =
      format === 'KML'
        ? [kmlOf(features), `${layerName}.kml`, 'application/vnd.google-earth.kml+xml']
        : [JSON.stringify(features, null, 1), `${layerName}.geojson`, 'application/geo+json'];
    saveFile({ blob: new Blob([text], { type }), name });
  };
};
