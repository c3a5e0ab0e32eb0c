import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useFileAddress } from '../../fields/views/contexts';
import { useAccess } from '../data';

/**
 * Logo of the operator's organisation. It is decorative: the name is beside it or known from the context.
 * @param size px
 * @param fallback shown if the organisation has no logo, or the logo fails to load
 */
export const OrgLogo = ({ size, fallback = null }: { size: number; fallback?: ReactNode }) => {
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
