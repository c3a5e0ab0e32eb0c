import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useFileAddress } from '../../fields/contexts';
import { useAccess } from '../data';

interface Props {
  /** px. */
  size: number;
  /** Where the organisation has none, or none that can be loaded. */
  fallback?: ReactNode;
}

/** The sign of the operator's organisation. Its name stands beside it, or is no secret here. */
export const OrgLogo = ({ size, fallback = null }: Props) => {
  const { logo } = useAccess().oper.orgVO;
  const addressOf = useFileAddress();
  const [missing, setMissing] = useState<string | null>(null);
  if (!logo || missing === logo) return fallback;
  return (
    <Box
      component="img"
      src={addressOf(logo)}
      alt=""
      onError={() => setMissing(logo)}
      sx={{ flex: 'none', width: size, height: size, objectFit: 'contain', borderRadius: 0.5 }}
    />
  );
};
