import { keep, kept } from '#backoffice/staff-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type ColorScheme = (typeof THEMES)[number]

export const chosenTheme = (): ColorScheme =>
  THEMES.find((theme) => theme === kept('theme')) ?? 'system'

/** The browser's setting, unless the user chose a scheme. */
export function applyTheme(theme: ColorScheme = chosenTheme()): void {
  keep('theme', theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
