import ShownIcon from '@mui/icons-material/CheckBox';
import HiddenIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import LayersIcon from '@mui/icons-material/LayersOutlined';
import { ListItemIcon, ListItemText, Paper } from '@mui/material';
import type { ComponentType } from 'react';
import { IconButtonWithTooltip, useStore, useTranslate } from 'react-admin';
import { useReadableEntities } from '../../data';
import { Menu, MenuItem, usePopup } from '../../look/menus';
import { GeofenceLayer, PointLayer } from '../../maps';

interface MapLayer {
  /** Part of its label's key: `pages.map.layers.<key>`. */
  readonly key: 'labels' | 'fences' | 'points';
  /** Entity of its records; the layer is offered to operators who may read them. */
  readonly entity?: string;
  /** Component inside the map; undefined if the fleet layer draws it itself. */
  readonly Layer?: ComponentType;
}

/** In the order of the menu. */
const all: readonly MapLayer[] = [
  { key: 'labels' },
  { key: 'fences', entity: 'fence', Layer: GeofenceLayer },
  { key: 'points', entity: 'interestPoint', Layer: PointLayer },
];

type LayerVisibility = Partial<Readonly<Record<MapLayer['key'], boolean>>>;

/** Returns the layers and which are visible: at first all. Stored for this operator in this browser. */
export const useVisibleLayers = () => {
  const [visibility, setVisibility] = useStore<LayerVisibility>('map.layers', {});
  const readable = useReadableEntities();
  const layers = all.filter(({ entity }) => entity === undefined || readable.has(entity));
  const isShown = ({ key }: MapLayer) => visibility[key] ?? true;
  return {
    layers,
    visibleKeys: new Set(layers.filter(isShown).map(({ key }) => key)),
    toggle: (layer: MapLayer) => setVisibility({ ...visibility, [layer.key]: !isShown(layer) }),
  };
};

export const VisibleLayers = () => {
  const { layers, visibleKeys } = useVisibleLayers();
  return layers.map(({ key, Layer }) =>
    Layer && visibleKeys.has(key) ? <Layer key={key} /> : null,
  );
};

export const LayerSwitch = () => {
  const translate = useTranslate();
  const { layers, visibleKeys, toggle } = useVisibleLayers();
  const { button, popup } = usePopup();
  const label = translate('pages.map.layers.title');
  return (
    <Paper elevation={2} sx={{ pointerEvents: 'auto', borderRadius: 2 }}>
      <IconButtonWithTooltip
        label={label}
        {...button}
        sx={{ borderRadius: 1, width: 40, height: 40 }}
      >
        <LayersIcon fontSize="small" />
      </IconButtonWithTooltip>
      <Menu {...popup} slotProps={{ list: { 'aria-label': label, dense: true } }}>
        {layers.map((layer) => (
          <MenuItem
            key={layer.key}
            role="menuitemcheckbox"
            aria-checked={visibleKeys.has(layer.key)}
            onClick={() => toggle(layer)}
          >
            <ListItemIcon>
              {visibleKeys.has(layer.key) ? <ShownIcon color="primary" /> : <HiddenIcon />}
            </ListItemIcon>
            <ListItemText>{translate(`pages.map.layers.${layer.key}`)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </Paper>
  );
};
