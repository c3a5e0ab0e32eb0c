import PaletteIcon from '@mui/icons-material/PaletteOutlined';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { BarButton } from './BarButton';

const ThemePopover = lazy(() =>
  import('../settings/ThemePopover').then((module) => ({ default: module.ThemePopover })),
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
