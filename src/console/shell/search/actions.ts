import AddIcon from '@mui/icons-material/Add';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, useMemo } from 'react';
import { useLocaleState, useStoreContext, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { type AnyEntity, type Label, locales, type Verb } from '../../../config';
import { countedText, filledText, inSentence, labelOf, textOf } from '../../../domain/label';
import { useNoun, useReaderLocale } from '../../../fields/views/reader';
import { buttonCode, verbPath } from '../../../protocol';
import { useApp } from '../../app/AppContext';
import { type MenuRoute, pageTitle, useMenus, useOpenRoute, visiblePages } from '../../app/menus';
import { useGrants } from '../../data';
import { hasPinyin, languages } from '../../i18n';
import { iconOf } from '../../look/icons';
import { CHOICES, SWITCHES } from '../settings';
import { type ActionTarget, useUserActions } from '../userActions';
import type { Searchable } from './matcher';

export interface Action {
  readonly key: string;
  readonly Icon: ComponentType<SvgIconProps>;
  readonly target: ActionTarget;
}

const NEW: readonly Label[] = [
  ['New %{name}', '新建%{name}'],
  ['Add %{name}', '新增%{name}'],
];
const EXPORT: Label = ['Export %{name}', '导出%{name}'];

/** Returns a label with the noun of an entity, in every language. */
const withNoun = (label: Label, { label: name, noun }: AnyEntity, count: number): Label =>
  labelOf((locale) => {
    const own = noun ? textOf(noun, locale) : inSentence(textOf(name, locale));
    return filledText(textOf(label, locale), { name: countedText(own, count) });
  });

/** Returns the granted actions that are declared: of lists, of settings, and of the operator's menu. */
export const useActions = (): Searchable<Action>[] =>
  [...useListActions(), ...useSettingActions(), ...useOwnActions()].map(withSynonyms);

/** Further words for actions by key, in any language. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  'theme dark': ['Dark mode', 'Dark theme', 'Night mode', '暗色模式', '深色模式', '夜间模式'],
  'theme light': ['Light mode', 'Light theme', '亮色模式', '浅色模式'],
  'language en': ['English', '英文'],
  'language zh': ['Chinese', '中文', '汉语'],
  'user.password': ['Change password', 'New password', '修改密码'],
  'user.profile': ['My profile', '个人资料', '个人中心'],
  'user.logout': ['Sign out', 'Log out', 'Logout', '注销', '退出登录', '登出'],
};

export const withSynonyms = (action: Searchable<Action>): Searchable<Action> => ({
  ...action,
  codes: [...action.codes, ...(SYNONYMS[action.item.key] ?? [])],
});

/** Returns new records of the granted lists, and exports of those in the menu. */
const useListActions = (): Searchable<Action>[] => {
  const { declared } = useApp();
  const menus = useMenus();
  const granted = useGrants();
  const here = useOpenRoute();
  const translate = useTranslate();
  const noun = useNoun();
  const { search } = useLocation();
  return useMemo(() => {
    const visible = visiblePages(menus);
    const lists = [...new Set([...visible, ...menus.routes])].flatMap((route) => {
      const entity = declared.entities.find(({ name }) => name === route.page);
      return entity ? [{ route, entity }] : [];
    });
    const may = ({ entity }: { entity: AnyEntity }, verb: Verb) =>
      entity.verbs.includes(verb) && granted(buttonCode(entity.name, verb), verbPath(entity, verb));
    const isFirst = ({ entity }: { entity: AnyEntity }, at: number, all: typeof lists) =>
      all.findIndex((each) => each.entity === entity) === at;
    const exportOf = (route: MenuRoute, params: string) => ({
      key: `export ${route.code} ${params}`,
      Icon: iconOf('download'),
      target: { address: `${route.path}?${new URLSearchParams(params)}&export=1` },
    });
    const openList = lists.find(({ route }) => route === here);
    return [
      ...lists
        .filter((list) => may(list, 'add'))
        .filter(isFirst)
        .map(({ route, entity }) => ({
          item: {
            key: `new ${route.code}`,
            Icon: AddIcon,
            target: { address: `${route.path}?create=1` },
          },
          title: [translate('entity.form.create', { name: noun(entity, 1) })],
          codes: NEW.flatMap((label) => withNoun(label, entity, 1)),
        })),
      ...(openList && may(openList, 'export')
        ? [
            {
              item: exportOf(openList.route, search),
              title: [translate('search.exportThis')],
              codes: [],
            },
          ]
        : []),
      ...lists
        .filter((list) => visible.includes(list.route) && may(list, 'export'))
        .map(({ route, entity }) => ({
          item: exportOf(route, ''),
          title: [translate('search.export', { name: inSentence(pageTitle(translate, route)) })],
          codes: withNoun(EXPORT, entity, 2),
        })),
    ];
  }, [declared, menus, granted, here, translate, noun, search]);
};

/** Returns the values that a setting does not have now, and the other languages. */
const useSettingActions = (): Searchable<Action>[] => {
  const translate = useTranslate();
  const reader = useReaderLocale();
  const store = useStoreContext();
  const [, setLocale] = useLocaleState();
  const setting = (key: string, value: unknown) => ({
    key: `${key} ${value}`,
    Icon: iconOf('tune'),
    target: { act: () => store.setItem(key, value) },
  });
  const choices = CHOICES.flatMap(({ name, storeKey, texts, values, initial }) =>
    values
      .filter((value) => value !== store.getItem<string>(storeKey, initial))
      .map((value) => ({
        item: setting(storeKey, value),
        title: [translate(`settings.${name}`), translate(`${texts}.${value}`)],
        codes: [`/${value}`],
      })),
  );
  const ownSwitches = SWITCHES.filter(({ name }) => name !== 'pinyin' || hasPinyin[reader]);
  const switches = ownSwitches.map(({ name, storeKey, initial }) => {
    const next = !store.getItem<boolean>(storeKey, initial);
    return {
      item: setting(storeKey, next),
      title: [translate(`settings.${name}`), translate(`search.${next ? 'on' : 'off'}`)],
      codes: [],
    };
  });
  const otherLanguages = locales
    .filter((locale) => locale !== reader)
    .map((locale) => ({
      item: {
        key: `language ${locale}`,
        Icon: iconOf('world'),
        target: { act: () => void setLocale(locale) },
      },
      title: [translate('login.language'), languages[locale].name],
      // Its name in each language: Chinese, 中文.
      codes: locales.map(
        (inLocale) =>
          new Intl.DisplayNames(inLocale, { type: 'language' }).of(languages[locale].tag) ?? '',
      ),
    }));
  return [...choices, ...switches, ...otherLanguages];
};

/** Returns the actions of the operator's menu that are no page of the menu. */
const useOwnActions = (): Searchable<Action>[] => {
  const translate = useTranslate();
  const menus = useMenus();
  const paths = new Set(menus.routes.map(({ path }) => path));
  return useUserActions()
    .filter(({ target }) => !('address' in target) || !paths.has(target.address))
    .map(({ key, Icon, target }) => ({
      item: { key, Icon, target },
      title: [translate(`shell.${key}`)],
      codes: [`/${key.split('.').pop()}`],
    }));
};
