import { Button, Card, CardContent, MenuItem, TextField, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { mapRoutes, menuTitle, providerOf, useMenus, useShell } from '../../shell';
import { useMySettings } from './useMySettings';

/** Characters of a title; more do not fit the bar. */
const LONGEST_TITLE = 40;

/** What an operator sets for themselves and finds in every browser: the console's name and their map. */
export const MySettingsCard = () => {
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
