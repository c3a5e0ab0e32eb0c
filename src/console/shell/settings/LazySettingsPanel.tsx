import { lazy, Suspense, useEffect, useState } from 'react';

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
    <Suspense fallback={null}>
      <SettingsPanel open={open} onClose={onClose} />
    </Suspense>
  );
};
