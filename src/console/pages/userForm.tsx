import { Box, FormControlLabel, FormHelperText, Skeleton, Switch } from '@mui/material';
import { type ReactNode, useCallback, useState } from 'react';
import {
  type RaRecord,
  useDataProvider,
  useRegisterMutationMiddleware,
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
import {
  copiedGrants,
  type GrantableMenu,
  readyGrants,
  readyRoles,
} from '../../fields/kinds/grants.rights';
import { useLocalizedTitle } from '../../fields/kinds/localizedTitle';
import { type RefOption, useRefSearch } from '../../fields/kinds/ref.options';
import { useTitles } from '../../fields/kinds/ref.titles';
import { RefBox } from '../../fields/kinds/ref.view';
import { useEntity } from '../../fields/views/contexts';
import { FormField } from '../../fields/views/form';
import { useReaderLocale, useText } from '../../fields/views/reader';
import { isMap } from '../app/menus';
import { type ConsoleDataProvider, useAccess, useGrants } from '../data';

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
  const localize = useLocalizedTitle('role');
  const [chosen, setOffer] = useState<RoleOffer>();
  const offer = chosen?.id === input.value ? chosen : undefined;
  useCreateOnSave(source, offer);
  const ids = isBlank(input.value) || offer ? [] : [input.value as Key];
  const [title] = useTitles(field.of, ids);
  const selected = offer ? [offer] : ids.map((id) => ({ id, title: title ?? String(id) }));
  const offers = useNewRoles(result.options, title ? selected[0] : undefined, search.open);
  const matches = offers.filter((each) => each.title.toLowerCase().includes(query));
  const roles = result.options.map((role) => ({ ...role, group: translate('userForm.roles') }));
  const options = matches.length > 0 ? [...roles, ...matches] : result.options;
  const choose = ([id]: readonly Key[]) => {
    setOffer(matches.find((each) => each.id === id));
    input.onChange(id ?? null);
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
      {offer?.summary}
      {offer && (
        <FormHelperText>
          {translate('userForm.roleToAdd', { name: localize(offer.name) })}
        </FormHelperText>
      )}
    </div>
  );
};

/** Role that can be created from the list of roles. Its id is negative, as no stored one is. */
interface RoleOffer extends RefOption {
  readonly name: string;
  readonly grants: () => Promise<Grants>;
  readonly summary: ReactNode;
}

type Save = (
  resource: string,
  params: { readonly data: RaRecord },
) => Promise<{ readonly data: RaRecord }>;

/** Creates the offered role when the form is saved. */
const useCreateOnSave = (source: string, offer: RoleOffer | undefined) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { role_id: own } = useAccess().oper;
  const [created] = useState(() => new Map<string, number>());
  useRegisterMutationMiddleware<Save>(
    useCallback(
      async (resource, params, next) => {
        if (!offer || params.data[source] !== offer.id) return next(resource, params);
        const role = {
          roleName: offer.name,
          parent_id: own,
          grants: await offer.grants(),
        };
        return saveWithRole({ provider, created }, role, (id) =>
          next(resource, { ...params, data: { ...params.data, [source]: id } }),
        );
      },
      [provider, created, source, offer, own],
    ),
  );
};

interface RoleStore {
  readonly provider: Pick<ConsoleDataProvider, 'create' | 'delete'>;
  /** Roles by name that could not be deleted after a failure; the next attempt uses them. */
  readonly created: Map<string, number>;
}

/** Creates a role, and saves a user with it. If that fails, the role is deleted. */
export const saveWithRole = async <T,>(
  { provider, created }: RoleStore,
  role: { readonly roleName: string },
  save: (id: number) => Promise<T>,
): Promise<T> => {
  const { roleName: name } = role;
  const id =
    created.get(name) ?? Number((await provider.create<RaRecord>('role', { data: role })).data.id);
  created.set(name, id);
  try {
    return await save(id);
  } catch (error) {
    await provider.delete('role', { id }).then(
      () => created.delete(name),
      () => {},
    );
    throw error;
  }
};

/** Returns the roles that the operator can create below their own: the ready ones, and a copy of the chosen one. */
const useNewRoles = (
  roles: readonly RefOption[],
  chosen: RefOption | undefined,
  enabled: boolean,
): RoleOffer[] => {
  const translate = useTranslate();
  const text = useText();
  const provider = useDataProvider<ConsoleDataProvider>();
  const { role_id: own } = useAccess().oper;
  const mayAdd = useGrants()('role:add', '/role/add');
  const { data: menus = [] } = useGrantable(enabled && mayAdd ? own : undefined);
  const group = translate('userForm.newRole');
  const titles = new Set(roles.map(({ title }) => title));
  const ready = readyRoles.flatMap((role, index): RoleOffer[] => {
    const grants = readyGrants(menus, role);
    const title = text(role.label);
    if (!grants || titles.has(title)) return [];
    return [
      {
        id: -2 - index,
        title,
        group,
        name: role.label[0],
        grants: async () => grants,
        summary: <RoleContents contents={grantedNames(menus, grants)} />,
      },
    ];
  });
  // Not of any other role: it may be an administrator's.
  const copy: RoleOffer[] =
    chosen && menus.length > 0
      ? [
          {
            id: -1,
            title: translate('userForm.copyOf', { name: chosen.title }),
            group,
            name: nextName(chosen.title, titles),
            grants: async () => {
              const { data } = await provider.getOne<RaRecord>('role', { id: chosen.id });
              return copiedGrants(menus, data.grants);
            },
            summary: <RoleSummary id={Number(chosen.id)} />,
          },
        ]
      : [];
  return [...copy, ...ready];
};

/** Returns a name with a number that no role has: `Shift staff 2`. */
export const nextName = (name: string, names: ReadonlySet<string>): string => {
  let number = 2;
  while (names.has(`${name} ${number}`)) number++;
  return `${name} ${number}`;
};

const MAX_PAGES = 4;
const MAX_BUTTONS = 6;

/** Returns the pages that a role sees, those of the sidebar first, and the names of the buttons that it may press. */
export const roleContents = ({ menus }: Pick<EffectiveRole, 'menus'>): Contents => {
  const groups = new Set(menus.map(({ sid }) => sid));
  const pages = menus.filter(({ id }) => !groups.has(id));
  const ordered = [false, true].flatMap((hidden) =>
    pages.filter((page) => (page.hidden === 'true') === hidden),
  );
  return {
    pages: ordered.map(({ menu_name, menu_code, menu_url: url }) => ({
      name: menu_name ?? menu_code,
      url,
    })),
    buttons: [
      ...new Set(menus.flatMap(({ buttons = [] }) => buttons.map(({ btnName }) => btnName))),
    ],
  };
};

/** Returns granted pages and the names of granted buttons. */
const grantedNames = (menus: readonly GrantableMenu[], grants: Grants): Contents => ({
  pages: menus
    .filter(({ id }) => grants.menus.includes(id))
    .map(({ name, page: url }) => ({ name, url })),
  buttons: menus.flatMap(({ buttons }) =>
    buttons.filter(({ id }) => grants.buttons.includes(id)).map(({ name }) => name),
  ),
});

/** Line about what a role may see and do; nothing for operators who may not read that. */
const RoleSummary = ({ id }: { readonly id: number }) => {
  const { data, isLoading } = useEffectiveRole(id, undefined);
  if (!data && !isLoading) return null;
  return <RoleContents contents={data && (data.everything ? 'everything' : roleContents(data))} />;
};

interface Contents {
  readonly pages: readonly { readonly name: string; readonly url: string | undefined }[];
  readonly buttons: readonly string[];
}

/** Returns the names of pages as the sidebar has them: all maps are the Map. */
export const pageNames = (pages: Contents['pages'], map: string): string[] => [
  ...new Set(pages.map(({ name, url }) => (url !== undefined && isMap({ url }) ? map : name))),
];

/** @param contents undefined while they are loaded */
const RoleContents = ({ contents }: { readonly contents: Contents | 'everything' | undefined }) => {
  const translate = useTranslate();
  const list = (names: readonly string[], max: number) => {
    const first = names.slice(0, max).join(translate('userForm.separator'));
    const count = names.length - max;
    return count > 0 ? translate('userForm.andMore', { names: first, count }) : first;
  };
  const lines = ({ pages, buttons }: Contents) => [
    pages.length > 0
      ? translate('userForm.sees', {
          names: list(pageNames(pages, translate('shell.map')), MAX_PAGES),
        })
      : translate('userForm.seesNothing'),
    buttons.length > 0
      ? translate('userForm.does', { names: list(buttons, MAX_BUTTONS) })
      : translate('userForm.doesNothing'),
  ];
  const words = () => {
    if (contents === undefined) return <Skeleton width="70%" />;
    return contents === 'everything' ? translate('userForm.everything') : lines(contents).join(' ');
  };
  return <FormHelperText aria-live="polite">{words()}</FormHelperText>;
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
