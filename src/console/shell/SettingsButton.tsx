import PaletteIcon from '@mui/icons-material/PaletteOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { BarButton } from './BarButton';
import { DialogBoundary } from './errors';

/** The way to the settings. */
export const SettingsButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <BarButton label={translate('settings.open')} expanded={open} onClick={() => setOpen(true)}>
        <SettingsIcon />
      </BarButton>
      <LazySettingsPanel open={open} onClose={() => setOpen(false)} />
    </>
  );
};

const ThemePopover = lazy(() =>
  import('./SettingsPanel').then((module) => ({ default: module.ThemePopover })),
);

/** The way to colour and mode; what it opens is loaded with the first opening. */
export const ThemeMenu = () => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <BarButton
        label={translate('settings.theme')}
        expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <PaletteIcon />
      </BarButton>
      {anchor && (
        <Suspense fallback={null}>
          <ThemePopover anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
};

const SettingsPanel = lazy(() =>
  import('./SettingsPanel').then((module) => ({ default: module.SettingsPanel })),
);

interface Props {
  open: boolean;
  onClose: () => void;
}

/** The settings, loaded with the first opening. */
export const LazySettingsPanel = ({ open, onClose }: Props) => {
  const [wanted, setWanted] = useState(open);
  useEffect(() => {
    if (open) setWanted(true);
  }, [open]);
  if (!wanted) return null;
  return (
    <DialogBoundary onClose={onClose}>
      <Suspense fallback={null}>
        <SettingsPanel open={open} onClose={onClose} />
      </Suspense>
    </DialogBoundary>
  );
};
