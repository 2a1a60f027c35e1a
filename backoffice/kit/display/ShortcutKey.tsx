import css from './ShortcutKey.module.css'

export function Key({ children }: { children: string }) {
  return <kbd className={css.key}>{children}</kbd>
}
