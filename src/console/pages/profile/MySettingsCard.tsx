import {
  Box,
  Button,
  Card,
  CardContent,
  FormControlLabel,
  MenuItem,
  Switch,
  TextField,
  type TextFieldProps,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { alarmSeverity } from '../../../domain/alarm';
import { useText } from '../../../fields/views/reader';
import { mapRoutes, menuTitle, providerOf, useApp, useMenus, useSystemNotices } from '../../app';
import { alarmSignals, usePreferences } from '../../data';
import { providerIds, resolveProvider } from '../../maps/base/providers';
import { useMapServices } from '../../maps/base/useMapServices';
import { useCall } from './useCall';

/** Longer titles do not fit into the top bar. */
const MAX_TITLE_LENGTH = 40;

/** Operator's preferences for every browser: console title, map and its initial view, alarm signals. */
export const MySettingsCard = () => {
  const translate = useTranslate();
  const { runtime } = useApp();
  const hasMap = mapRoutes(useMenus().routes).length > 0;
  const settings = useMySettings();
  const { saving, changed, save } = settings;
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
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <SettingInput
            name="system_title"
            settings={settings}
            placeholder={runtime.title}
            slotProps={{ htmlInput: { maxLength: MAX_TITLE_LENGTH } }}
          />
          {hasMap && <MapChoice settings={settings} />}
          {hasMap && <StartView settings={settings} />}
          <AlarmChoice settings={settings} />
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

interface SettingProps {
  readonly settings: ReturnType<typeof useMySettings>;
}

type InputProps = SettingProps &
  TextFieldProps & { readonly name: keyof SettingProps['settings']['values'] };

/** Input of one setting, with the reason if it was refused. */
const SettingInput = ({ settings, name, helperText, slotProps, ...props }: InputProps) => {
  const translate = useTranslate();
  const { values, refused, change } = settings;
  return (
    <TextField
      name={name}
      label={translate(`profile.settings.${name}`)}
      value={values[name]}
      error={refused[name] !== undefined}
      helperText={refused[name] ?? helperText}
      onChange={({ target }) => change({ [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true }, ...slotProps }}
      {...props}
    />
  );
};

/** Choice of the map that "Map" opens, among those that this installation can show. */
const MapChoice = ({ settings }: SettingProps) => {
  const translate = useTranslate();
  const services = useMapServices();
  const { values } = settings;
  const maps = mapRoutes(useMenus().routes).filter((map) => {
    const id = providerIds.find((each) => each === providerOf(map));
    return id === undefined || id === values.map_type || !resolveProvider(id, services).reason;
  });
  return (
    <SettingInput
      select
      name="map_type"
      settings={settings}
      value={maps.some((map) => providerOf(map) === values.map_type) ? values.map_type : ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('profile.settings.anyMap')}</MenuItem>
      {maps.map((map) => (
        <MenuItem key={map.code} value={providerOf(map)}>
          {menuTitle(translate, map)}
        </MenuItem>
      ))}
    </SettingInput>
  );
};

const PLACE = ['lat', 'lon', 'map_level'] as const;

/** Initial view of the map; a button on the map fills it in. */
const StartView = ({ settings }: SettingProps) => {
  const translate = useTranslate();
  const { values, change } = settings;
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, mt: 2 }}>
      <Typography component="legend" sx={{ p: 0 }}>
        {translate('profile.settings.start')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('profile.settings.startText')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(3, 1fr)' }, columnGap: 2 }}>
        {PLACE.map((name) => (
          <SettingInput
            key={name}
            name={name}
            settings={settings}
            slotProps={{ htmlInput: { inputMode: 'decimal' }, inputLabel: { shrink: true } }}
          />
        ))}
      </Box>
      {PLACE.some((name) => values[name] !== '') && (
        <Button size="small" onClick={() => change({ lat: '', lon: '', map_level: '' })}>
          {translate('profile.settings.forgetStart')}
        </Button>
      )}
    </Box>
  );
};

const SIGNALS = ['is_police_popup', 'is_police_voice', 'is_voice'] as const;

/** Signals of new alarms: popup, tones, speech. */
const AlarmChoice = ({ settings }: SettingProps) => {
  const translate = useTranslate();
  const { values, change } = settings;
  const text = useText();
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, mt: 2 }}>
      <Typography component="legend" sx={{ p: 0 }}>
        {translate('profile.settings.alarms')}
      </Typography>
      <SettingInput
        select
        name="popup_severity"
        settings={settings}
        helperText={translate('profile.settings.popup_severityText')}
      >
        {alarmSeverity.map(([severity, ...label]) => (
          <MenuItem key={severity} value={severity}>
            {text(label)}
          </MenuItem>
        ))}
      </SettingInput>
      {SIGNALS.map((name) => (
        <FormControlLabel
          key={name}
          control={
            <Switch
              name={name}
              checked={values[name]}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
          }
          label={translate(`profile.settings.${name}`)}
          sx={{ display: 'flex' }}
        />
      ))}
      <SystemNoticeChoice />
    </Box>
  );
};

/**
 * Switch for system notifications. It belongs to this browser, which asks for permission, so it applies at once and is
 * not saved with the rest.
 */
const SystemNoticeChoice = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const { areWanted, arePossible, want } = useSystemNotices();
  const isPossible = arePossible();
  const turn = async (on: boolean) => {
    if (!(await want(on))) notify('profile.settings.systemNoticesRefused', { type: 'warning' });
  };
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={areWanted()}
            disabled={!isPossible}
            onChange={({ target }) => turn(target.checked)}
          />
        }
        label={translate('profile.settings.systemNotices')}
        sx={{ display: 'flex' }}
      />
      <Typography variant="body2" color="textSecondary">
        {translate(
          isPossible
            ? 'profile.settings.systemNoticesText'
            : 'profile.settings.systemNoticesBarred',
        )}
      </Typography>
    </>
  );
};

/** Returns the operator's settings with unsaved edits, and a function that saves them. */
const useMySettings = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const { preferences, save: savePreferences } = usePreferences();
  /** As typed; '' for the console's default. */
  const stored = {
    system_title: preferences?.system_title ?? '',
    map_type: preferences?.map_type ?? '',
    lat: String(preferences?.lat ?? ''),
    lon: String(preferences?.lon ?? ''),
    map_level: String(preferences?.map_level ?? ''),
    ...alarmSignals(preferences),
  };
  const [edits, setEdits] = useState<Partial<typeof stored>>({});
  const [incomplete, setIncomplete] = useState(false);
  const { busy: saving, refused, run } = useCall();
  const values: typeof stored = { ...stored, ...edits };
  const isNumber = (name: (typeof PLACE)[number]) =>
    values[name].trim() !== '' && Number.isFinite(Number(values[name]));
  const numberIn = (name: (typeof PLACE)[number]) =>
    values[name].trim() === '' ? null : Number(values[name]);

  const save = () => {
    const isEmpty = PLACE.every((name) => values[name].trim() === '');
    const isIncomplete = !isEmpty && !PLACE.every(isNumber);
    setIncomplete(isIncomplete);
    if (isIncomplete) return;
    run(async () => {
      await savePreferences({
        system_title: values.system_title.trim() || null,
        map_type: values.map_type || null,
        lat: numberIn('lat'),
        lon: numberIn('lon'),
        map_level: numberIn('map_level'),
        is_police_popup: values.is_police_popup,
        is_police_voice: values.is_police_voice,
        is_voice: values.is_voice,
        // Not sent unless chosen: another server may not have the field.
        popup_severity: edits.popup_severity ?? preferences?.popup_severity,
      });
      setEdits({});
      notify('profile.settings.saved', { type: 'success' });
    });
  };

  const missing = PLACE.filter((name) => incomplete && !isNumber(name)).map((name) => [
    name,
    translate('profile.settings.incomplete'),
  ]);
  const names = Object.keys(stored) as (keyof typeof stored)[];
  return {
    values,
    refused: { ...refused, ...Object.fromEntries(missing) } as Readonly<Record<string, string>>,
    saving,
    save,
    changed: names.some((name) => values[name] !== stored[name]),
    change: (part: Partial<typeof stored>) => setEdits((before) => ({ ...before, ...part })),
  };
};
