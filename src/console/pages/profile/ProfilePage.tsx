import {
  Avatar,
  Box,
  Button,
  Card,
  CardContent,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useAuthProvider, useDataProvider, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { localTime } from '../../../domain/figures';
import { CALL, type OperHobbyConfigVo } from '../../../protocol';
import { type ConsoleAuthProvider, type ConsoleDataProvider, useAccess } from '../../data';
import { rememberPreferences } from '../../data/session';
import { mapRoutes, menuTitle, providerOf, useMenus, useShell } from '../../shell';
import { useCall } from './useCall';

/** Who is signed in, as the server knows them, and what they set for themselves. */
export const ProfilePage = ({ passwordPath }: { passwordPath: string }) => {
  const translate = useTranslate();
  const { oper } = useAccess();
  const facts = [
    ['operName', oper.operName],
    ['loginName', oper.loginName],
    ['org', oper.orgVO.org_name],
    ['role', oper.roleName],
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
              <Typography variant="h3" component="h1" sx={{ overflowWrap: 'anywhere' }}>
                {translate('profile.title')}
              </Typography>
              <Typography color="textSecondary">{translate('profile.changed')}</Typography>
            </Box>
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              display: 'grid',
              gridTemplateColumns: 'minmax(96px, auto) 1fr',
              '& > *': { py: 1.25, pr: 3, m: 0, borderTop: 1, borderColor: 'divider' },
            }}
          >
            {facts.map(([name, value]) => (
              <Fact key={name} label={translate(`profile.${name}`)}>
                {value || translate('profile.none')}
              </Fact>
            ))}
          </Box>
          <Button component={Link} to={passwordPath} variant="outlined" sx={{ mt: 2 }}>
            {translate('shell.user.password')}
          </Button>
        </CardContent>
      </Card>
      <MySettingsCard />
    </Box>
  );
};

const Fact = ({ label, children }: { label: string; children: string }) => (
  <>
    <Typography component="dt" color="textSecondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </>
);

/** Characters of a title; more do not fit the bar. */
const LONGEST_TITLE = 40;

/** What an operator sets for themselves and finds in every browser: the console's name and their map. */
const MySettingsCard = () => {
  const translate = useTranslate();
  const { runtime } = useShell();
  const maps = mapRoutes(useMenus().routes);
  const { values, refused, saving, changed, change, save } = useMySettings();
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading}>
      <CardContent sx={{ p: 3 }}>
        <Typography id={heading} variant="h4" component="h2">
          {translate('profile.settings.title')}
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 0.5, mb: 1.5 }}>
          {translate('profile.settings.text')}
        </Typography>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextField
            name="system_title"
            size="medium"
            label={translate('profile.settings.systemTitle')}
            placeholder={runtime.title}
            value={values.system_title}
            error={refused.system_title !== undefined}
            helperText={refused.system_title}
            onChange={({ target }) => change({ system_title: target.value })}
            slotProps={{
              htmlInput: { maxLength: LONGEST_TITLE },
              inputLabel: { shrink: true },
            }}
          />
          {maps.length > 0 && (
            <TextField
              select
              name="map_type"
              size="medium"
              label={translate('profile.settings.map')}
              value={maps.some((map) => providerOf(map) === values.map_type) ? values.map_type : ''}
              error={refused.map_type !== undefined}
              helperText={refused.map_type}
              onChange={({ target }) => change({ map_type: target.value })}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{translate('profile.settings.anyMap')}</MenuItem>
              {maps.map((map) => (
                <MenuItem key={map.code} value={providerOf(map)}>
                  {menuTitle(translate, map)}
                </MenuItem>
              ))}
            </TextField>
          )}
          <Button
            type="submit"
            variant="contained"
            loading={saving}
            disabled={!changed}
            sx={{ mt: 2 }}
          >
            {translate('ra.action.save')}
          </Button>
        </form>
      </CardContent>
    </Card>
  );
};

/** What of an operator's settings is set here; '' is as the console has it. */
interface MySettings {
  system_title: string;
  map_type: string;
}

/** The operator's own settings, which follow them to every browser: what is typed, and how it is kept. */
const useMySettings = () => {
  const { preferences } = useAccess();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const kept: MySettings = {
    system_title: preferences?.system_title ?? '',
    map_type: preferences?.map_type ?? '',
  };
  const [typed, setTyped] = useState<Partial<MySettings>>({});
  const { busy: saving, refused, run } = useCall();
  const values: MySettings = { ...kept, ...typed };

  const save = async () => {
    const next: OperHobbyConfigVo = {
      ...preferences,
      system_title: values.system_title.trim() || null,
      map_type: values.map_type || null,
    };
    await run(async () => {
      await dataProvider.call(CALL.HOBBY_SAVE, next);
      rememberPreferences(next);
      setTyped({});
      notify('profile.settings.saved', { type: 'success' });
      authProvider?.forget();
      await queryClient.invalidateQueries({ queryKey: ['auth'] });
    });
  };

  return {
    values,
    refused,
    saving,
    save,
    changed: values.system_title !== kept.system_title || values.map_type !== kept.map_type,
    change: (part: Partial<MySettings>) => setTyped((before) => ({ ...before, ...part })),
  };
};
