import { Box, FormControlLabel, FormHelperText, Skeleton, Switch, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type RaRecord,
  useDataProvider,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { type AnyField, type Field, type InputSlotProps, isBlank } from '../../config';
import type { Key } from '../../domain/key';
import type { Grants } from '../../fields';
import { ruleText } from '../../fields';
import {
  type EffectiveRole,
  useEffectiveRole,
  useGrantable,
} from '../../fields/kinds/grants.calls';
import { copiedGrants, readyGrants, readyRoles } from '../../fields/kinds/grants.rights';
import { useLocalizedTitle } from '../../fields/kinds/localizedTitle';
import { type RefOption, useRefSearch } from '../../fields/kinds/ref.options';
import { useTitles } from '../../fields/kinds/ref.titles';
import { RefBox } from '../../fields/kinds/ref.view';
import { useEntity } from '../../fields/views/contexts';
import { FormField } from '../../fields/views/form';
import { useReaderLocale, useText } from '../../fields/views/reader';
import { type ConsoleDataProvider, errorNotice, useAccess, useGrants } from '../data';

/** Declared field of an input in the form around it. */
const useDeclaredField = (name: string): AnyField | undefined =>
  useEntity(useResourceContext() ?? '')?.fields[name];

/** Input for the role of a user, with a line about what it may see and do. It also offers new roles. */
export const RoleInput = (props: InputSlotProps) => {
  const field = useDeclaredField(props.source);
  return field ? <RoleBox {...props} field={field as Field<'ref'>} /> : null;
};

const RoleBox = (props: InputSlotProps & { readonly field: Field<'ref'> }) => {
  const { source, label, isRequired, disabled, autoFocus, field } = props;
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { field: input, fieldState } = useController({ name: source });
  const [query, setQuery] = useState('');
  const search = useRefSearch(field);
  const { result } = search;
  const ids = isBlank(input.value) ? [] : [input.value as Key];
  const [title] = useTitles(field.of, ids);
  const selected = ids.map((id) => ({ id, title: title ?? String(id) }));
  const { offers, add } = useNewRoles(result.options, selected[0], search.open);
  const matches = offers.filter((offer) => offer.title.toLowerCase().includes(query));
  const roles = result.options.map((role) => ({ ...role, group: translate('userForm.roles') }));
  const options = matches.length > 0 ? [...roles, ...matches] : result.options;
  const choose = async ([id]: readonly Key[]) => {
    const offer = matches.find((each) => each.id === id);
    input.onChange((offer ? await add(offer) : id) ?? null);
  };
  return (
    <div>
      <RefBox
        {...search}
        result={{ ...result, options }}
        onType={(text) => {
          setQuery(text.trim().toLowerCase());
          search.onType(text);
        }}
        name={source}
        label={label}
        required={isRequired}
        multiple={false}
        selected={selected}
        onChoose={choose}
        onBlur={input.onBlur}
        inputRef={input.ref}
        error={fieldState.error && ruleText(fieldState.error.message ?? '', locale)}
        disabled={disabled}
        autoFocus={autoFocus}
      />
      {ids[0] !== undefined && <RoleSummary id={Number(ids[0])} />}
    </div>
  );
};

/** Role that can be created from the list of roles. */
interface RoleOffer extends RefOption {
  readonly name: string;
  readonly grants: () => Promise<Grants>;
}

/** Returns the roles that the operator can create below their own, and a function that creates one. */
const useNewRoles = (
  roles: readonly RefOption[],
  chosen: RefOption | undefined,
  enabled: boolean,
) => {
  const translate = useTranslate();
  const text = useText();
  const notify = useNotify();
  const client = useQueryClient();
  const localize = useLocalizedTitle('role');
  const provider = useDataProvider<ConsoleDataProvider>();
  const { role_id: own } = useAccess().oper;
  const mayAdd = useGrants()('role:add', '/role/add');
  const { data: menus = [] } = useGrantable(enabled && mayAdd ? own : undefined);
  const group = translate('userForm.newRole');
  const titles = new Set(roles.map(({ title }) => title));
  const ready = readyRoles.flatMap((role): RoleOffer[] => {
    const grants = readyGrants(menus, role);
    const title = text(role.label);
    if (!grants || titles.has(title)) return [];
    return [{ id: `new ${title}`, title, group, name: role.label[0], grants: async () => grants }];
  });
  const copied = chosen ?? roles.find(({ id }) => id !== own);
  const copy: RoleOffer[] =
    copied && menus.length > 0
      ? [
          {
            id: 'copy',
            title: translate('userForm.copyOf', { name: copied.title }),
            group,
            name: nextName(copied.title, titles),
            grants: async () => {
              const { data } = await provider.getOne<RaRecord>('role', { id: copied.id });
              return copiedGrants(menus, data.grants);
            },
          },
        ]
      : [];
  const add = async ({ name, grants }: RoleOffer): Promise<Key | undefined> => {
    try {
      const data = { roleName: name, parent_id: own, grants: await grants() };
      const { data: role } = await provider.create<RaRecord>('role', { data });
      void client.invalidateQueries({ queryKey: ['role'] });
      const messageArgs = { name: localize(name) };
      notify('userForm.roleAdded', { type: 'success', messageArgs });
      return Number(role.id);
    } catch (error) {
      notify(...errorNotice(error));
      return undefined;
    }
  };
  return { offers: [...copy, ...ready], add };
};

/** Returns a name with a number that no role has: `Shift staff 2`. */
export const nextName = (name: string, names: ReadonlySet<string>): string => {
  let number = 2;
  while (names.has(`${name} ${number}`)) number++;
  return `${name} ${number}`;
};

const MAX_PAGES = 4;
const MAX_BUTTONS = 6;

/** Returns the names of the pages that a role sees, those of the sidebar first, and of the buttons that it may press. */
export const roleContents = ({ menus }: Pick<EffectiveRole, 'menus'>) => {
  const groups = new Set(menus.map(({ sid }) => sid));
  const pages = menus.filter(({ id }) => !groups.has(id));
  const ordered = [false, true].flatMap((hidden) =>
    pages.filter((page) => (page.hidden === 'true') === hidden),
  );
  return {
    pages: ordered.map((page) => page.menu_name ?? page.menu_code),
    buttons: [
      ...new Set(menus.flatMap(({ buttons = [] }) => buttons.map(({ btnName }) => btnName))),
    ],
  };
};

/** Line about what a role may see and do; nothing for operators who may not read that. */
const RoleSummary = ({ id }: { readonly id: number }) => {
  const translate = useTranslate();
  const { data, isLoading } = useEffectiveRole(id, undefined);
  const list = (names: readonly string[], max: number) => {
    const first = names.slice(0, max).join(translate('userForm.separator'));
    const count = names.length - max;
    return count > 0 ? translate('userForm.andMore', { names: first, count }) : first;
  };
  const lines = () => {
    if (!data) return [];
    if (data.everything) return [translate('userForm.everything')];
    const { pages, buttons } = roleContents(data);
    return [
      pages.length > 0
        ? translate('userForm.sees', { names: list(pages, MAX_PAGES) })
        : translate('userForm.seesNothing'),
      buttons.length > 0
        ? translate('userForm.does', { names: list(buttons, MAX_BUTTONS) })
        : translate('userForm.doesNothing'),
    ];
  };
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      aria-live="polite"
      sx={{ mt: 0.5, mx: 1.75 }}
    >
      {isLoading ? <Skeleton width="70%" /> : lines().join(' ')}
    </Typography>
  );
};

/**
 * Input for the first password of a user. If the server can mail an invitation and the user has an address, no password
 * is typed unless the operator wants to.
 */
export const FirstPassword = ({ source, isRequired, ...props }: InputSlotProps) => {
  const translate = useTranslate();
  const { invitations = false } = useAccess();
  const { field: input, fieldState } = useController({ name: source });
  const field = useDeclaredField(source);
  const mail = useWatch({ name: 'operEmail' }) as string | null;
  const [typed, setTyped] = useState(false);
  if (!field) return null;
  const isMailed = invitations && !typed && !isBlank(mail) && isBlank(input.value);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {invitations && (
        <div>
          <FormControlLabel
            control={
              <Switch
                checked={isMailed}
                disabled={isBlank(mail) || props.disabled}
                onChange={(_, checked) => {
                  setTyped(!checked);
                  if (checked) input.onChange(null);
                }}
              />
            }
            label={translate('userForm.byMail')}
          />
          <FormHelperText sx={{ m: 0 }} error={isMailed && fieldState.error !== undefined}>
            {isBlank(mail)
              ? translate('userForm.needsMail')
              : isMailed && translate('userForm.byMailHelp', { mail })}
          </FormHelperText>
        </div>
      )}
      {!isMailed && (
        <FormField
          name={source}
          field={{ ...field, required: true }}
          disabled={props.disabled}
          autoFocus={props.autoFocus || typed}
        />
      )}
    </Box>
  );
};
