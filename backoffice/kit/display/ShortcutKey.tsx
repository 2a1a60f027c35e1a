import css from './ShortcutKey.module.css'

export function ShortcutKey({ children }: { children: string }) {
  return <kbd className={css.key}>{children}</kbd>
}
