import { describe, expect, it, vi } from 'vitest';
import { createI18nProvider } from '../../../../src/console/i18n/provider';
import { labelMessage, rule } from '../../../../src/fields';
import { declared } from '../data/declared';

const started = async (initial: 'en' | 'zh' = 'en') => {
  const onChanged = vi.fn();
  return { provider: await createI18nProvider({ initial, declared, onChanged }), onChanged };
};

/** Builds a validation message as forms show it. */
const messageArgs = (message: string) => {
  const { message: key, args } = JSON.parse(message.replace('@@react-admin@@', ''));
  return [key, args] as const;
};

describe('createI18nProvider', () => {
  it.each([
    ['resources.lock.name', 'Lock', '锁'],
    ['resources.lock.fields.sn', 'SN', '设备号'],
    ['resources.lock.choices.status.2', 'Two', '二'],
    ['menus.locks', 'Locks', '锁列表'],
    ['rules.required', 'Required', '必填'],
    ['shell.session.button', 'Re-register', '重新登录'],
    ['ra.action.save', 'Save', '保存'],
  ])('translates %s', async (key, en, zh) => {
    const { provider, onChanged } = await started();
    expect(provider.translate(key)).toBe(en);
    await provider.changeLocale('zh');
    expect(provider.translate(key)).toBe(zh);
    expect(provider.getLocale()).toBe('zh');
    expect(onChanged).toHaveBeenCalledWith('zh');
  });

  it('starts in Chinese too', async () => {
    const { provider } = await started('zh');
    expect(provider.translate('data.network')).toContain('无法连接');
    await provider.changeLocale('en');
    expect(provider.translate('data.network')).toContain('cannot be reached');
  });

  it.each([
    ['a rule', rule('atMost', { max: 15 }), 'Must be 15 or less', '不能大于 15'],
    [
      'a message from a declaration',
      labelMessage(['No spaces', '不能有空格']),
      'No spaces',
      '不能有空格',
    ],
  ])('shows %s in the current language', async (_, message, en, zh) => {
    const { provider } = await started();
    expect(provider.translate(...messageArgs(message))).toBe(en);
    await provider.changeLocale('zh');
    expect(provider.translate(...messageArgs(message))).toBe(zh);
  });

  it('shows a message of the server unchanged', async () => {
    const { provider } = await started();
    expect(provider.translate('The lock is offline.', { _: 'The lock is offline.' })).toBe(
      'The lock is offline.',
    );
  });
});
