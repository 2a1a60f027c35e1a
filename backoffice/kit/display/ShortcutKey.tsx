import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ShortcutKey.module.css'

export function ShortcutKey({ children }: { children: string }) {
  const t = useTranslate()
  return <kbd className={css.key}>{children === 'Space' ? t('keySpace') : children}</kbd>
}
