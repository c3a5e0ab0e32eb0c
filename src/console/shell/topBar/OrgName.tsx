import { Box, Typography } from '@mui/material';
import { useAccess } from '../../data';
import { OrgLogo } from '../OrgLogo';

/** Whose console it is: the organisation's sign and, where there is room, its name. */
export const OrgName = () => {
  const { org_name: name } = useAccess().oper.orgVO;
  return (
    <Box
      title={name}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, flex: '0 1 auto', mr: 1 }}
    >
      <OrgLogo size={26} />
      <Typography
        noWrap
        variant="body2"
        color="textSecondary"
        sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 200 }}
      >
        {name}
      </Typography>
    </Box>
  );
};
