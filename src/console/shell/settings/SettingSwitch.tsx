import { FormControlLabel, Switch } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useSetting } from './useSetting';

/** A setting that is on or off. */
export const SettingSwitch = ({
  name,
}: {
  name: 'tabs' | 'fixedHeader' | 'sidebarLogo' | 'pinyin';
}) => {
  const translate = useTranslate();
  const [on, setOn] = useSetting(name);
  return (
    <FormControlLabel
      label={translate(`settings.${name}`)}
      labelPlacement="start"
      control={
        <Switch
          checked={on}
          onChange={(_, checked) => setOn(checked)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
      sx={{ m: 0, justifyContent: 'space-between' }}
    />
  );
};
