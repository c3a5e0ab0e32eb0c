import { Avatar, Box, Button, Card, CardContent, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { localTime } from '../../../domain/figures';
import { roleText } from '../../../domain/system';
import { useReaderLocale } from '../../../fields/views/reader';
import { useIsTitledByTab } from '../../app';
import { PASSWORD_PATH } from '../../app/menus';
import { useAccess } from '../../data';
import { Fact, Facts } from '../../look/Facts';
import { MySettingsCard } from './MySettingsCard';

export const ProfilePage = () => {
  const translate = useTranslate();
  const { oper } = useAccess();
  const locale = useReaderLocale();
  const isNamed = useIsTitledByTab();
  const facts = [
    ['operName', oper.operName],
    ['loginName', oper.loginName],
    ['org', oper.orgVO.org_name],
    ['role', roleText(oper.roleName ?? '', locale)],
    ['phone', oper.operPhone],
    ['lastLogin', oper.lastLogin && localTime(oper.lastLogin)],
  ] as const;
  return (
    <Box
      sx={{
        p: { xs: 2, sm: 2.5 },
        width: 1,
        maxWidth: 680,
        mx: 'auto',
        display: 'grid',
        gap: 2,
        alignContent: 'start',
      }}
    >
      <Card>
        <CardContent sx={{ p: 3 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2.5 }}>
            <Avatar
              aria-hidden
              sx={{ width: 52, height: 52, bgcolor: 'primary.light', color: 'primary.main' }}
            >
              {Array.from(oper.operName)[0]?.toUpperCase()}
            </Avatar>
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h3" component="h1" sx={isNamed ? visuallyHidden : undefined}>
                {translate('shell.user.profile')}
              </Typography>
              <Typography color="textSecondary">{translate('profile.changed')}</Typography>
            </Box>
          </Box>
          <Facts
            sx={{
              gridTemplateColumns: 'minmax(96px, auto) 1fr',
              gap: 0,
              alignItems: 'stretch',
              '& > div > *': { py: 1.25, pr: 3, borderTop: 1, borderColor: 'divider' },
            }}
          >
            {facts.map(([name, value]) => (
              <Fact key={name} label={translate(`profile.${name}`)}>
                {value || translate('profile.none')}
              </Fact>
            ))}
          </Facts>
          <Button component={Link} to={PASSWORD_PATH} variant="outlined" sx={{ mt: 2 }}>
            {translate('shell.user.password')}
          </Button>
        </CardContent>
      </Card>
      <MySettingsCard />
    </Box>
  );
};
